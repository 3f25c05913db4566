import { listAll, post } from '@animal-store/testkit/animals';
import { type ContractApi, expectError, type SendOptions } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

const animal = '{"name":"Rex","categoryId":1}';
const ofCategory = (written: string): string => `{"name":"Rex","categoryId":${written}}`;
const key = (...keys: readonly string[]): SendOptions['headers'] => ({ 'Idempotency-Key': keys });
const names = ['name', 'categoryId', 'status', 'Idempotency-Key'];

// Each body, exactly the parts of the request that its error must name, and further headers. The tests of the codecs have
// the tables.
const broken: readonly (readonly [body: string, named: readonly string[], headers?: SendOptions['headers']])[] = [
  ['{}', ['name', 'categoryId']],
  ['{"name":null,"categoryId":1}', ['name']],
  ['{"name":"\\ud800","categoryId":1}', ['name']],
  ['{"name":"Rex","categoryId":1,"status":null}', ['status']],
  ['{"name":5,"categoryId":"1","status":"lost"}', ['name', 'categoryId', 'status']],
  ['{"name":"Rex","__proto__":{"categoryId":1}}', ['categoryId']],
  ...['9223372036854775808', '0.5', '9007199254740992.0', '1e400', '9'.repeat(60_000)].map(
    (written) => [ofCategory(written), ['categoryId']] as const,
  ),
  ['[]', []],
  ['null', []],
  [animal, ['Idempotency-Key'], key('a b')],
  [animal, ['Idempotency-Key'], key('x'.repeat(256))],
  [animal, ['Idempotency-Key'], key('k', 'k')],
  [animal, ['Idempotency-Key'], key('', 'k')],
  ['{"name":"Rex"}', ['categoryId', 'Idempotency-Key'], key('')],
];

/** The response to an invalid animal. It names every fault, and does not repeat the input. */
export const describeAddPetErrors = (api: ContractApi): void => {
  describe('errors of POST /v1/pets', () => {
    it.each(broken.map(([body, named, headers]) => ({ title: body.slice(0, 60), body, named, headers })))(
      'of $title name exactly $named',
      async ({ body, named, headers }) => {
        const message = expectError(await post(api, body, headers), 400, 'invalid_request');
        expect(
          names.filter((name) => new RegExp(`\\b${name}\\b`).test(message)),
          message,
        ).toEqual(named);
      },
    );

    it('name the rule that is broken', async () => {
      const message = expectError(await post(api, '{"name":5,"categoryId":"5","status":5}'), 400, 'invalid_request');
      expect(message).toContain('name must be a string');
      expect(message).toContain('categoryId must be an integer between -9223372036854775808 and 9223372036854775807');
      expect(message).toContain('status must be one of available, pending, sold');
    });

    it.each([
      '{"name":{"zq7marker":"zq7marker"},"categoryId":"zq7marker","status":"zq7marker"}',
      '{"name":"zq7marker\\ud800","categoryId":1}',
      'zq7marker',
    ])('do not repeat the input: %s', async (body) => {
      const response = await post(api, body, key('zq7marker b'));
      expect(expectError(response, 400, 'invalid_request')).not.toContain('zq7marker');
    });

    it('add nothing', async () => {
      await post(api, '{"name":"refused 8f2c","categoryId":1.5}');
      await post(api, '{"name":"refused 8f2c","categoryId":1}', key('a b'));
      const { status } = await post(api, '{"name":"after","categoryId":1}');
      const texts = (await listAll(api, '/v1/pets?limit=100')).map((page) => page.text).join();
      expect([status, texts.includes('after'), texts.includes('refused 8f2c')]).toEqual([201, true, false]);
    });
  });
};
