import { add, listAll } from '@animal-store/testkit/animals';
import {
  type ContractApi,
  comparable,
  expectError,
  type HttpResponse,
  header,
  rawRequest,
  type SendOptions,
} from '@animal-store/testkit/http';
import { makeApiKey } from '@animal-store/testkit/service';
import { describe, expect, it } from 'vitest';
import { operations, perform } from '../operations.ts';
import { sendRaw, withKey } from '../send-raw.ts';

const challenge = 'Bearer realm="animal-store"';
const invalidToken = `${challenge}, error="invalid_token"`;

type Credentials = (key: string) => SendOptions['headers'];
const authorization =
  (spell: (key: string) => string | readonly string[]): Credentials =>
  (key) => ({ Authorization: spell(key) });

/** Credentials that contain no bearer key. */
const missing: readonly (readonly [what: string, credentials: Credentials])[] = [
  ['no Authorization', () => ({})],
  ['an empty Authorization', authorization(() => '')],
  ['the scheme alone', authorization(() => 'Bearer ')],
  ['another scheme', authorization((key) => `Token ${key}`)],
  ['a key without a scheme', authorization((key) => key)],
  ['X-Api-Key', (key) => ({ 'X-Api-Key': key })],
  ['Proxy-Authorization', (key) => ({ 'Proxy-Authorization': `Bearer ${key}` })],
];

/** Invalid credentials, made from a valid key. More malformed tokens are in the test of `ApiKeyToken`. */
const wrong: readonly (readonly [what: string, credentials: Credentials])[] = [
  ['another well-formed key', authorization(() => `Bearer ${makeApiKey()}`)],
  ['a wrong checksum', authorization((key) => `Bearer ${key.slice(0, -8)}00000000`)],
  ['a key and a word after it', authorization((key) => `Bearer ${key} x`)],
  ['characters that no token has', authorization(() => 'Bearer <key>')],
  ['a key of 10,000 characters', authorization(() => `Bearer ${'a'.repeat(10_000)}`)],
  ['two headers', authorization((key) => [`Bearer ${key}`, `Bearer ${key}`])],
  ['two headers, the second empty', authorization((key) => [`Bearer ${key}`, ''])],
];

const underV1 = '/v1 /v1/ /v1/nothing /v1/pets/ /v1/pets/0 /v1/pets?limit=0 /v1/../livez /v1/%70ets /v1/%ZZ'.split(' ');

/**
 * Authentication by a bearer key (RFC 6750). An unauthenticated client learns nothing else, not even which paths and
 * animals do not exist.
 */
export const describeAuthentication = (api: ContractApi): void => {
  const refusal = (response: HttpResponse): string | undefined => {
    expectError(response, 401, 'unauthorized');
    return header(response, 'www-authenticate');
  };
  const list = (credentials: Credentials): Promise<HttpResponse> => {
    const headers = credentials(api.credentials().slice('Bearer '.length)) ?? {};
    return api.send('GET', '/v1/pets?limit=1', { authorized: false, headers });
  };

  describe('authentication', () => {
    it.each(['Bearer', 'bEaReR'])('accepts the scheme as %s', async (scheme) => {
      expect((await list(authorization((key) => `${scheme} ${key}`))).status).toBe(200);
    });

    it.each(operations)('allows $name only with the key', async (operation) => {
      const { id } = await add(api, { name: 'guarded', categoryId: 1 });
      expect((await perform(api, operation, id)).status).toBe(operation.success);
      expect(refusal(await perform(api, operation, id, { authorized: false }))).toBe(challenge);
    });

    it.each(missing)('requires a key if there is %s', async (_, credentials) => {
      expect(refusal(await list(credentials))).toBe(challenge);
    });

    it.each(wrong)('refuses %s', async (_, credentials) => {
      expect(refusal(await list(credentials))).toBe(invalidToken);
    });

    it('sends the same response for every refused key', async () => {
      const responses: unknown[] = [];
      for (const [, credentials] of wrong) responses.push(comparable(await list(credentials)));
      for (const response of responses) expect(response).toEqual(responses[0]);
    });

    it('accepts no key from a query, a body or a trailer', async () => {
      const key = api.credentials().slice('Bearer '.length);
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const form = { authorized: false, headers, body: `access_token=${key}` };
      expect(refusal(await api.send('GET', `/v1/pets?access_token=${key}`, { authorized: false }))).toBe(challenge);
      expect(refusal(await api.send('POST', '/v1/pets', form))).toBe(challenge);
      const chunks = ['Host: localhost', 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
      const trailer = `1d\r\n{"name":"Rex","categoryId":1}\r\n0\r\nAuthorization: ${api.credentials()}\r\n\r\n`;
      const { response } = await sendRaw(api, 'POST /v1/pets HTTP/1.1', chunks, trailer);
      expect(refusal(response)).toBe(challenge);
    });

    it('does not reuse the key of an earlier request on the connection', async () => {
      const line = 'GET /v1/pets?limit=1 HTTP/1.1';
      const { connection, response } = await sendRaw(api, line, withKey(api));
      connection.send(rawRequest(line, ['Host: localhost']));
      expect([response.status, (await connection.readResponse()).status]).toEqual([200, 401]);
    });

    it.each(underV1)('comes before anything else about the path %s', async (target) => {
      for (const method of ['GET', 'POST']) refusal(await api.send(method, target, { authorized: false }));
    });

    it.each(['/', '/pets', '/v1x/pets', '/v2/pets', '/V1/pets', '//v1/pets', '/x/../v1/pets', '/livez/'])(
      'is not required for %s, where there is nothing',
      async (target) => {
        expectError(await api.send('GET', target, { authorized: false }), 404, 'not_found');
      },
    );

    it('does not reveal whether an animal exists', async () => {
      const { id } = await add(api, { name: 'hidden', categoryId: 1 });
      const there = await api.send('GET', `/v1/pets/${id}`, { authorized: false });
      const absent = await api.send('GET', '/v1/pets/0', { authorized: false });
      expect(comparable(there)).toEqual(comparable(absent));
    });

    it('keeps a request from adding anything', async () => {
      const body = '{"name":"uninvited 5d1b","categoryId":1}';
      const headers = { 'Content-Type': 'application/json' };
      refusal(await api.send('POST', '/v1/pets', { authorized: false, headers, body }));
      const texts = (await listAll(api, '/v1/pets?limit=100')).map(({ text }) => text);
      expect(texts.join()).not.toContain('uninvited 5d1b');
    });
  });
};
