import { METHODS } from 'node:http';
import { expectAdded, expectPage, list, post } from '@animal-store/testkit/animals';
import { type ContractApi, expectError, header, unknownMethod } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';
import { operations, paths } from '../operations.ts';
import { sendRaw, withKey } from '../send-raw.ts';

const unknown = [
  ...'/v1 /v1/ /v1/nothing /v1/pets/ /v1//pets /v1/PETS /v1/petsx /v1/pets%2F /v1/../v1/pets /v1/__proto__'.split(' '),
  ...'/v1/pets/1/owners /v1/pets;x http://localhost http://localhost/v1/nothing file:///v1/pets *'.split(' '),
];

const misleading = {
  Host: 'evil.example',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Prefix': '/evil',
  Forwarded: 'host=evil.example;proto=https',
  'X-HTTP-Method-Override': 'DELETE',
};

const tooLong = 'x'.repeat(65_537);

/** The paths, each of which has exactly one spelling, their methods, and the order of the checks after the key. */
export const describePathsAndMethods = (api: ContractApi): void => {
  describe('paths and methods', () => {
    it.each(unknown)('returns 404 for %s, with any method', async (target) => {
      for (const method of ['GET', 'OPTIONS', unknownMethod]) {
        expectError(await api.send(method, target), 404, 'not_found');
      }
      expectError(await api.send('POST', target, { body: tooLong }), 404, 'not_found');
    });

    it.each(METHODS.filter((method) => !['CONNECT', 'HEAD'].includes(method)))(
      'accepts %s only with a key, and only on its own paths',
      async (method) => {
        for (const { target, allow, others } of paths) {
          expectError(await api.send(method, target(0n), { authorized: false }), 401, 'unauthorized');
          if (!others.includes(method)) continue;
          const response = await api.send(method, `${target(0n)}?limit=0`);
          expectError(response, 405, 'method_not_allowed');
          expect(header(response, 'allow')).toBe(allow);
        }
      },
    );

    it('returns 405 before 415, 413 and 400', async () => {
      const response = await api.send(unknownMethod, '/v1/pets?limit=0', { body: tooLong });
      expectError(response, 405, 'method_not_allowed');
    });

    it('responds to OPTIONS with Allow', async () => {
      for (const { target, allow } of paths) {
        const response = await api.send('OPTIONS', `${target(0n)}?limit=0`);
        expect({ status: response.status, allow: header(response, 'allow') }).toEqual({ status: 204, allow });
      }
    });

    it('opens no tunnel by CONNECT', async () => {
      for (const [target, headers, status] of [
        ['/v1/pets', withKey(api), 405],
        ['/v1/pets', ['Host: localhost'], 401],
        ['localhost:1', ['Host: localhost:1'], 404],
      ] as const) {
        const { connection, response } = await sendRaw(api, `CONNECT ${target} HTTP/1.1`, headers);
        connection.send('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
        expect([response.status, await connection.closed()]).toEqual([status, '']);
      }
    });

    it('never builds a link from headers or an absolute target', async () => {
      const headers = { ...misleading, 'Content-Type': 'application/json' };
      expectAdded(await post(api, '{"name":"Rex","categoryId":1}', headers));
      const { next } = await list(api, '/v1/pets?limit=1');
      for (const target of ['/v1/pets?limit=1', 'http://evil.example/v1/pets?limit=1']) {
        expect(expectPage(await api.send('GET', target, { headers })).next).toBe(next);
      }
      const { response } = await sendRaw(api, 'GET http://evil.example/v1/pets HTTP/1.1', ['Host: localhost']);
      expectError(response, 401, 'unauthorized');
    });

    it('sends no CORS headers to a page of another origin', async () => {
      const headers = { Origin: 'http://evil.example', 'Access-Control-Request-Method': 'POST' };
      expect((await api.send('OPTIONS', '/v1/pets', { headers })).status).toBe(204);
      expect((await api.send('OPTIONS', '/v1/pets', { headers, authorized: false })).status).toBe(401);
    });

    // On an id that no animal has, because these errors come before a 404 of the animal.
    describe.each(operations.filter(({ request }) => request.body !== undefined))(
      '$name',
      ({ method, target, request }) => {
        const right = { ...request.headers };
        const badKey = { 'Idempotency-Key': 'a b' };

        it.each([
          [415, 'unsupported_media_type', tooLong, { ...badKey, 'Content-Type': 'text/plain' }],
          [415, 'unsupported_media_type', '{', { ...right, 'Content-Encoding': 'foo' }],
          [413, 'payload_too_large', tooLong, { ...right, ...badKey }],
          [400, 'invalid_request', '{', right],
        ])('returns 415, 413, 400 and 404 in this order: %d', async (status, code, body, headers) => {
          expectError(await api.send(method, target(0n), { body, headers }), status, code);
        });
      },
    );
  });
};
