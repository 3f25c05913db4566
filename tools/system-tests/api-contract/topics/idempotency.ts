import { randomUUID } from 'node:crypto';
import { expectAdded, post } from '@animal-store/testkit/animals';
import { type ContractApi, comparable, expectError, type HttpResponse } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

const animal = '{"name":"Rex","categoryId":9007199254740993,"status":"sold"}';
const respelt = ' { "id" : 7 , "status" : "sold" , "categoryId" : 9007199254740993 , "name" : "\\u0052ex" } ';
const other = '{"name":"Rex","categoryId":9007199254740992,"status":"sold"}';

/**
 * Retrying a creation with the same Idempotency-Key: it adds one animal and always returns the same response. The laws say which
 * keys and which animals are the same.
 */
export const describeIdempotency = (api: ContractApi): void => {
  const send = (body: string, key: string): Promise<HttpResponse> => post(api, body, { 'Idempotency-Key': key });

  describe('idempotency of POST /v1/pets', () => {
    it.each([animal, respelt])('returns the same response to a retry with the same animal: %s', async (body) => {
      const key = randomUUID();
      const first = await send(animal, key);
      expectAdded(first);
      for (const spelt of [key, `"${key}"`]) expect(comparable(await send(body, spelt))).toEqual(comparable(first));
    });

    it('refuses the key for another animal', async () => {
      const key = randomUUID();
      const first = expectAdded(await send(animal, key));
      expect(expectError(await send(other, key), 422, 'idempotency_key_reused')).not.toContain(key);
      expectError(await send('{"name":"Rex"}', key), 400, 'invalid_request');
      expect(expectAdded(await send(animal, key))).toEqual(first);
    });

    it('does not spend the key on a request that was refused', async () => {
      const key = randomUUID();
      const headers = { 'Idempotency-Key': key };
      expectError(await send('{"name":"Rex"}', key), 400, 'invalid_request');
      expectError(await send('x'.repeat(65_537), key), 413, 'payload_too_large');
      expect((await api.send('POST', '/v1/pets', { body: animal, headers })).status).toBe(415);
      expect((await api.send('POST', '/v1/pets', { body: animal, headers, authorized: false })).status).toBe(401);
      expectAdded(await send('{"name":"Kim","categoryId":1}', key));
    });
  });
};
