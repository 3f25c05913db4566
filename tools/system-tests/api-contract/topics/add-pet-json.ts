import { expectAdded, post } from '@animal-store/testkit/animals';
import { type ContractApi, expectError } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

const nested = (open: string, close: string, levels: number): string =>
  `{"name":"Rex","categoryId":1,"x":${open.repeat(levels - 1)}${close.repeat(levels - 1)}}`;
const nestedObjects = (levels: number): string => nested('{"x":', '}', levels).replace('{"x":}', '{}');

/**
 * The text of a body: JSON in UTF-8, nested at most 32 deep, in linear time. The unit tests of the parser have the
 * tables.
 */
export const describeAddPetJson = (api: ContractApi): void => {
  const refused = async (body: string | Uint8Array): Promise<string> =>
    expectError(await post(api, body), 400, 'invalid_request');

  describe('JSON of POST /v1/pets', () => {
    it.each([' ', '{', '{"name":"Rex","categoryId":1} x', 'name=Rex&categoryId=1'])('refuses %j', async (body) => {
      await refused(body);
    });

    it('refuses bytes that are not UTF-8', async () => {
      await refused(Buffer.from('{"name":"Zo\u00eb","categoryId":1}', 'latin1'));
      await refused(Buffer.from('{"name":"Rex","categoryId":1}', 'utf16le'));
    });

    it('reads at most 32 levels of nesting', async () => {
      for (const body of [nested('[', ']', 32), nestedObjects(32)]) expectAdded(await post(api, body));
      for (const body of [nested('[', ']', 33), nestedObjects(33)]) await refused(body);
    });

    it.each([
      ['brackets', nested('[', ']', 30_000)],
      ['braces', nestedObjects(9_000)],
      ['brackets that are never closed', '['.repeat(60_000)],
      ['braces that are never closed', '{"x":'.repeat(12_000)],
      ['brackets and a number that is rounded', nested('[', ']', 30_000).replace('1', '1.5')],
    ])('refuses tens of thousands of %s at once', async (_, body) => {
      const started = performance.now();
      await refused(body);
      expect(performance.now() - started).toBeLessThan(2_000);
    });

    it.each([
      ['empty objects', `{"name":"Rex","categoryId":1,"x":[${'{},'.repeat(20_000)}{}]}`],
      ['fields', `{"name":"Rex","categoryId":1${Array.from({ length: 6_000 }, (_, n) => `,"${n}":0`).join('')}}`],
      ['numbers that are rounded', `{"name":"Rex","categoryId":1,"x":[${'1.5,'.repeat(15_000)}0]}`],
      ['escapes', `{"name":"Rex","categoryId":1,"x":"${'\\u0041'.repeat(10_000)}"}`],
    ])('reads a body with thousands of %s at once', async (_, body) => {
      const started = performance.now();
      expectAdded(await post(api, body));
      expect(performance.now() - started).toBeLessThan(2_000);
    });
  });
};
