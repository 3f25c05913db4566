import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expectAdded, post } from '@animal-store/testkit/animals';
import { type ContractApi, expectError } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

const codings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;
const names: readonly (keyof typeof codings)[] = ['gzip', 'deflate', 'br'];
const animal = '{"name":"Zoë","categoryId":9007199254740993}';
const limit = 65_536;

/** The content coding of a body, which is decompressed before its length is checked. */
export const describeAddPetEncoding = (api: ContractApi): void => {
  const refused = async (coding: string, body: string | Uint8Array, status = 400): Promise<void> => {
    const codes: Readonly<Record<number, string>> = { 413: 'payload_too_large', 415: 'unsupported_media_type' };
    const response = await post(api, body, { 'Content-Encoding': coding });
    expectError(response, status, codes[status] ?? 'invalid_request');
  };

  describe('Content-Encoding of POST /v1/pets', () => {
    it.each(names)('reads %s', async (coding) => {
      const added = expectAdded(await post(api, codings[coding](animal), { 'Content-Encoding': coding }));
      expect(added.text).toBe(`{"id":${added.id},${animal.slice(1)}`);
    });

    it.each(['GZIP', 'Gzip', 'Deflate', 'BR'])(
      'reads %s: the names of codings are case-insensitive',
      async (coding) => {
        const pack = codings[coding.toLowerCase() as keyof typeof codings];
        expectAdded(await post(api, pack(animal), { 'Content-Encoding': coding }));
      },
    );

    it.each(['compress', 'zstd', 'foo', 'gzip, gzip', 'gzip, foo', 'deflate, br', 'gzip;q=1', '*'])(
      'refuses the coding %s',
      (coding) => refused(coding, gzipSync(animal), 415),
    );

    it.each(names)('refuses %s that is corrupt', async (coding) => {
      const packed = codings[coding](animal.repeat(20));
      await refused(coding, animal);
      await refused(coding, Buffer.alloc(100, 0xff));
      await refused(coding, Buffer.concat([Buffer.from('x'), packed]));
    });

    it.each(names)('refuses %s that is cut short anywhere', async (coding) => {
      const packed = codings[coding](animal);
      for (const length of [1, 2, 5, Math.floor(packed.length / 2), packed.length - 9, packed.length - 1]) {
        await refused(coding, packed.subarray(0, length));
      }
    });

    it('refuses gzip with a wrong checksum or length', async () => {
      for (const fromEnd of [8, 5, 4, 1]) {
        const packed = gzipSync(animal);
        packed[packed.length - fromEnd] = (packed.at(-fromEnd) ?? 0) ^ 1;
        await refused('gzip', packed);
      }
    });

    it.each(names)('refuses an empty body in %s', async (coding) => {
      await refused(coding, codings[coding](''));
      await refused(coding, '');
    });

    it.each(names)('validates the body inside %s', async (coding) => {
      await refused(coding, codings[coding]('{"name":"Rex"}'));
      await refused(coding, codings[coding]('{"name":'));
      await refused(coding, codings[coding](Buffer.from([0x22, 0xff, 0x22])));
    });

    it.each(names)('accepts 64 KiB out of %s and refuses one byte more', async (coding) => {
      const pack = codings[coding];
      expectAdded(await post(api, pack(animal.padEnd(limit - 1)), { 'Content-Encoding': coding }));
      await refused(coding, pack(animal.padEnd(limit)), 413);
    });

    it('accepts 64 KiB that are longer compressed than decompressed', async () => {
      const packed = gzipSync(animal.padEnd(limit - 1), { level: 0 });
      expect(packed.length).toBeGreaterThan(limit);
      expectAdded(await post(api, packed, { 'Content-Encoding': 'gzip' }));
    });

    it.each(names)('refuses a bomb of 32 MiB in %s at once', async (coding) => {
      const bomb = codings[coding](Buffer.alloc(32 * 1024 * 1024, ' '));
      expect(bomb.length).toBeLessThan(limit);
      const started = performance.now();
      await refused(coding, bomb, 413);
      expect(performance.now() - started).toBeLessThan(2_000);
    });
  });
};
