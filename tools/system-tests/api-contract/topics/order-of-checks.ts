import { type ContractApi, expectError, type SendOptions } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';
import { unknownMethod } from '../operations.ts';

const tooLong = 'x'.repeat(65_537);

/** The error that a request with several faults gets: 401, then 404, 405, then 415, 413, 400. */
export const describeOrderOfChecks = (api: ContractApi): void => {
  const code = async (method: string, target: string, options: SendOptions, status: number): Promise<void> => {
    const codes: Readonly<Record<number, string>> = {
      400: 'invalid_request',
      404: 'not_found',
      405: 'method_not_allowed',
      413: 'payload_too_large',
      415: 'unsupported_media_type',
    };
    expectError(await api.send(method, target, options), status, codes[status] ?? '');
  };
  const json = { 'Content-Type': 'application/json' };

  describe('order of checks', () => {
    it('returns 404 before 415, 413 and 400', async () => {
      for (const target of ['/v1/nothing', '/v1/pets/', '/v1', '/v1/pets/1/owners', '/pets', '/v2/pets']) {
        await code('POST', target, { body: 'x' }, 404);
        await code('POST', target, { body: tooLong, headers: json }, 404);
        await code('POST', target, { body: '{', headers: json }, 404);
        await code(unknownMethod, target, {}, 404);
      }
    });

    it('returns 405 before 415, 413 and 400', async () => {
      for (const target of ['/v1/pets/1', '/v1/pets/0']) {
        await code('POST', target, { body: 'x' }, 405);
        await code('POST', target, { body: tooLong, headers: json }, 405);
        await code(unknownMethod, target, { body: '{', headers: json }, 405);
      }
      await code(unknownMethod, '/v1/pets', { body: tooLong }, 405);
      await code(unknownMethod, '/v1/pets?limit=0', { body: '{', headers: json }, 405);
    });

    it('returns 415 before 413 and 400', async () => {
      await code('POST', '/v1/pets', { body: tooLong, headers: { 'Content-Type': 'text/plain' } }, 415);
      await code('POST', '/v1/pets', { body: tooLong }, 415);
      await code('POST', '/v1/pets', { body: '{', headers: { 'Content-Type': 'text/plain' } }, 415);
      await code('POST', '/v1/pets', { body: tooLong, headers: { ...json, 'Content-Encoding': 'foo' } }, 415);
      await code('POST', '/v1/pets', { body: '{', headers: { ...json, 'Content-Encoding': 'foo' } }, 415);
      await code('POST', '/v1/pets', { body: '{}', headers: { 'Idempotency-Key': 'a b' } }, 415);
    });

    it('returns 413 before 400', async () => {
      await code('POST', '/v1/pets', { body: tooLong, headers: json }, 413);
      await code('POST', '/v1/pets', { body: tooLong, headers: { ...json, 'Idempotency-Key': 'a b' } }, 413);
    });

    it('checks the Idempotency-Key together with the body', async () => {
      const animal = '{"name":"Rex","categoryId":1}';
      for (const body of [animal, '{}', '{', '']) {
        await code('POST', '/v1/pets', { body, headers: { ...json, 'Idempotency-Key': 'a b' } }, 400);
      }
    });

    it('responds to the next request after a refused long body', async () => {
      for (const body of ['{', tooLong, 'x'.repeat(1_000_000)]) {
        for (const headers of [json, {}]) {
          expect((await api.send('POST', '/v1/pets', { body, headers })).status).toBeGreaterThanOrEqual(400);
          expect((await api.send('GET', '/v1/pets?limit=1')).status).toBe(200);
        }
      }
    });
  });
};
