import { type ContractApi, expectError, type SendOptions, unknownMethod } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';
import { operations } from '../operations.ts';

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
  const badKey = { 'Idempotency-Key': 'a b' };

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

    // On an id that no animal has, because these errors come before a 404 of the animal.
    describe.each(operations.filter(({ body }) => body !== undefined))(
      'of $name',
      ({ method, target, body: valid }) => {
        const right = { 'Content-Type': valid?.mediaType ?? '' };

        it('returns 415 before 413, 400 and 404', async () => {
          for (const body of [tooLong, '{']) {
            for (const headers of [{ 'Content-Type': 'text/plain' }, { ...right, 'Content-Encoding': 'foo' }, {}]) {
              await code(method, target(0n), { body, headers }, 415);
            }
          }
          await code(method, target(0n), { body: '{}', headers: badKey }, 415);
        });

        it('returns 413 before 400 and 404', async () => {
          await code(method, target(0n), { body: tooLong, headers: right }, 413);
          await code(method, target(0n), { body: tooLong, headers: { ...right, ...badKey } }, 413);
        });

        it('returns 400 before 404', async () => {
          await code(method, target(0n), { body: '{', headers: right }, 400);
        });
      },
    );

    it('checks the Idempotency-Key together with the body', async () => {
      const animal = '{"name":"Rex","categoryId":1}';
      for (const body of [animal, '{}', '{', '']) {
        await code('POST', '/v1/pets', { body, headers: { ...json, ...badKey } }, 400);
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
