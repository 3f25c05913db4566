import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectAdded, post } from '../animals.ts';
import type { ContractApi } from '../contract-api.ts';
import { expectError } from '../expect-error.ts';
import { contentLength, rawRequest } from '../wire/raw-request.ts';

const animal = '{"name":"Rex","categoryId":1}';
const unique = (length: number): string => randomUUID().padEnd(length, 'x');
const visible = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index)).filter(
  (character) => character !== '"' && character !== '\\',
);

const malformed: readonly (readonly [what: string, key: string])[] = [
  ['nothing', ''],
  ['two quotation marks with nothing between', '""'],
  ['256 characters', 'x'.repeat(256)],
  ['256 characters in quotation marks', `"${'x'.repeat(256)}"`],
  ['10,000 characters', 'x'.repeat(10_000)],
  ['a space', 'a b'],
  ['a space in quotation marks', '"a b"'],
  ['a space alone in quotation marks', '" "'],
  ['a tab', 'a\tb'],
  ['Latin-1', 'caf\u00e9'],
  ['Latin-1 in quotation marks', '"caf\u00e9"'],
  ['UTF-8', '\u00e7\u008c\u00ab'],
  ['a no-break space', 'a\u00a0b'],
];

/** How an Idempotency-Key is spelled: 1–255 visible ASCII characters, quoted or bare, in one header. */
export const describeIdempotencyKeySyntax = (api: ContractApi): void => {
  const send = (key: string | readonly string[], body = animal): ReturnType<ContractApi['send']> =>
    post(api, body, { 'Idempotency-Key': key });

  describe('Idempotency-Key', () => {
    it.each([1, 2, 36, 100, 254, 255])('takes %i characters, bare and quoted, as the same key', async (length) => {
      const key = length < 36 ? `${'~!'.slice(0, length)}` : unique(length);
      const bare = expectAdded(await send(key));
      expect(expectAdded(await send(`"${key}"`))).toEqual(bare);
      expect(expectAdded(await send(key))).toEqual(bare);
    });

    it('takes every visible ASCII character', async () => {
      const prefix = randomUUID();
      const ids = new Set<bigint>();
      for (const character of visible) ids.add(expectAdded(await send(`${prefix}${character}`)).id);
      expect(ids.size).toBe(visible.length);
    });

    it.each(malformed)('refuses %s', async (_, key) => {
      expect(expectError(await send(key), 400, 'invalid_request')).toMatch(/idempotency-key/i);
    });

    it.each(['\u0000', '\u0001', '\u007f', '\u001f'])('refuses the control character %j', async (character) => {
      const connection = await api.connect();
      const headers = ['Host: localhost', `Authorization: ${api.credentials()}`, 'Content-Type: application/json'];
      const line = `Idempotency-Key: a${character}b`;
      connection.send(rawRequest('POST /v1/pets HTTP/1.1', [...headers, line, contentLength(animal)], animal));
      expectError(await connection.answer({ method: 'POST', target: '/v1/pets' }), 400, 'invalid_request');
    });

    it.each([
      ['the same twice', ['k', 'k']],
      ['the same twice in quotation marks', ['"k"', '"k"']],
      ['bare and quoted', ['k', '"k"']],
      ['two different ones', ['k', 'l']],
      ['two that would make one quoted text', ['"k', 'k"']],
      ['an empty one before', ['', 'k']],
      ['an empty one after', ['k', '']],
      ['three', ['k', 'k', 'k']],
    ])('refuses two headers: %s', async (_, keys) => {
      expect(expectError(await send(keys), 400, 'invalid_request')).toMatch(/idempotency-key/i);
    });

    it('is refused together with a broken body', async () => {
      for (const body of ['{"categoryId":1.5}', '{', '[]', '']) {
        expectError(await send('a b', body), 400, 'invalid_request');
      }
    });

    it('is never echoed', async () => {
      expect(expectError(await send('zq7marker b'), 400, 'invalid_request')).not.toContain('zq7marker');
      const key = `zq7marker${randomUUID()}`;
      expectAdded(await send(key));
      const message = expectError(await send(key, '{"name":"Other","categoryId":1}'), 422, 'idempotency_key_reused');
      expect(message).not.toContain('zq7marker');
    });
  });
};
