import { randomUUID } from 'node:crypto';
import { expectAdded, post } from '@animal-store/testkit/animals';
import { type ContractApi, contentLength, expectError, rawRequest } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

const animal = '{"name":"Rex","categoryId":1}';
/**
 * The syntax of an Idempotency-Key: 1–255 visible ASCII characters, quoted or bare, in one header. The unit test of its
 * codec has the table.
 */
export const describeIdempotencyKeySyntax = (api: ContractApi): void => {
  const send = (key: string | readonly string[], body = animal): ReturnType<ContractApi['send']> =>
    post(api, body, { 'Idempotency-Key': key });

  describe('Idempotency-Key', () => {
    it.each([36, 255])('reads %i characters as the same key, bare and quoted', async (length) => {
      const key = randomUUID().padEnd(length, 'x');
      const bare = expectAdded(await send(key));
      expect(expectAdded(await send(`"${key}"`))).toEqual(bare);
    });

    it.each(['', 'a b', 'x'.repeat(256), 'caf\u00e9'])('refuses %.20j', async (key) => {
      expect(expectError(await send(key), 400, 'invalid_request')).toMatch(/idempotency-key/i);
    });

    it('refuses a control character', async () => {
      const connection = await api.connect();
      const headers = ['Host: localhost', `Authorization: ${api.credentials()}`, 'Content-Type: application/json'];
      connection.send(
        rawRequest('POST /v1/pets HTTP/1.1', [...headers, 'Idempotency-Key: a\u0001b', contentLength(animal)], animal),
      );
      expectError(await connection.readResponse({ method: 'POST', target: '/v1/pets' }), 400, 'invalid_request');
    });

    it.each([
      ['the same twice', ['k', 'k']],
      ['two that would make one quoted text', ['"k', 'k"']],
      ['an empty one before', ['', 'k']],
      ['an empty one after', ['k', '']],
    ])('refuses two headers: %s', async (_, keys) => {
      expect(expectError(await send(keys), 400, 'invalid_request')).toMatch(/idempotency-key/i);
    });

    it('is refused together with an invalid body', async () => {
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
