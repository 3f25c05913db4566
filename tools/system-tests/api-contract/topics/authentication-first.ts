import { METHODS } from 'node:http';
import { type Added, add, listAll } from '@animal-store/testkit/animals';
import {
  type ContractApi,
  comparable,
  contentLength,
  expectError,
  rawRequest,
  unknownMethod,
} from '@animal-store/testkit/http';
import { beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../operations.ts';

const underV1 = [
  ...'/v1 /v1?limit=1 /v1/ /v1// /v1/nothing /v1/pets/ /v1/pets/0 /v1/pets/abc /v1/pets/1/owners'.split(' '),
  ...'/v1/pets?limit=0 /v1/PETS /v1//pets /v1/./pets /v1/../pets /v1/../livez /v1/%70ets /v1/pets%00'.split(' '),
  ...'/v1/%ZZ /v1/v1/pets /v1/v2/pets /v1/livez /v1/openapi.json /v1/metrics /v1/__proto__'.split(' '),
];

const elsewhere = [
  ...'/ /pets /pets/1 /v1x /v1x/pets /v10/pets /v2/pets /v0/pets /V1/pets /V1 //v1/pets /./v1/pets'.split(' '),
  ...'/x/../v1/pets /%2Fv1/pets /v1.0/pets /v1%2Fpets /v1;x/pets /api/v1/pets /favicon.ico /metrics'.split(' '),
  ...['/livez/', '/LIVEZ'],
];

/** Under /v1 an unauthenticated client learns nothing, not even which paths and animals do not exist. */
export const describeAuthenticationFirst = (api: ContractApi): void => {
  const withoutKey = (method: string, target: string): ReturnType<ContractApi['send']> =>
    api.send(method, target, { authorized: false });

  describe('authentication comes first', () => {
    let added: Added = { id: 0n, text: '' };

    beforeAll(async () => {
      added = await add(api, { name: 'hidden', categoryId: 1 });
    });

    it.each(underV1)('requires a key for the path %s', async (target) => {
      expectError(await withoutKey('GET', target), 401, 'unauthorized');
      expect((await withoutKey('HEAD', target)).status).toBe(401);
      expectError(await withoutKey('POST', target), 401, 'unauthorized');
    });

    it.each(elsewhere)('returns 404 for %s, with and without a key', async (target) => {
      expectError(await withoutKey('GET', target), 404, 'not_found');
      expectError(await api.send('GET', target), 404, 'not_found');
      expectError(await withoutKey(unknownMethod, target), 404, 'not_found');
    });

    it.each(METHODS.filter((method) => method !== 'CONNECT' && method !== 'HEAD'))(
      'requires a key for %s',
      async (method) => {
        for (const target of [...paths.map((path) => path.target(added.id)), '/v1/nothing']) {
          expectError(await withoutKey(method, target), 401, 'unauthorized');
        }
      },
    );

    it('does not reveal whether an animal exists', async () => {
      const there = await withoutKey('GET', `/v1/pets/${added.id}`);
      const absent = await withoutKey('GET', '/v1/pets/0');
      expect(comparable(there)).toEqual(comparable(absent));
    });

    it.each([
      ['text instead of JSON', ['Content-Type: text/plain', 'Content-Length: 4'], 'text'],
      ['no Content-Type', ['Content-Length: 4'], 'text'],
      ['broken JSON', ['Content-Type: application/json', 'Content-Length: 1'], '{'],
      ['an animal without fields', ['Content-Type: application/json', 'Content-Length: 2'], '{}'],
      ['no body', ['Content-Type: application/json'], ''],
      ['a body that is too long', ['Content-Type: application/json', 'Content-Length: 4294967301'], ''],
      ['an unknown coding', ['Content-Type: application/json', 'Content-Encoding: x', 'Content-Length: 2'], '{}'],
      [
        'a malformed Idempotency-Key',
        ['Content-Type: application/json', 'Idempotency-Key: a b', 'Content-Length: 2'],
        '{}',
      ],
    ])('requires a key before it checks %s', async (_, headers, body) => {
      const connection = await api.connect();
      connection.send(rawRequest('POST /v1/pets HTTP/1.1', ['Host: localhost', ...headers], body));
      expectError(await connection.readResponse({ method: 'POST', target: '/v1/pets' }), 401, 'unauthorized');
    });

    it('adds nothing without a key', async () => {
      const body = '{"name":"uninvited 5d1b","categoryId":1}';
      const connection = await api.connect();
      const headers = ['Host: localhost', 'Content-Type: application/json', contentLength(body)];
      connection.send(rawRequest('POST /v1/pets HTTP/1.1', headers, body));
      expectError(await connection.readResponse({ method: 'POST', target: '/v1/pets' }), 401, 'unauthorized');
      expect((await listAll(api, '/v1/pets?limit=100')).map(({ text }) => text).join()).not.toContain('uninvited 5d1b');
    });
  });
};
