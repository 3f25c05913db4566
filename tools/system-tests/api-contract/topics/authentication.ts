import { add } from '@animal-store/testkit/animals';
import {
  type ContractApi,
  comparable,
  expectError,
  type HttpResponse,
  header,
  rawRequest,
} from '@animal-store/testkit/http';
import { makeApiKey } from '@animal-store/testkit/service';
import { describe, expect, it } from 'vitest';
import { operations, perform } from '../operations.ts';

const challenge = 'Bearer realm="animal-store"';
const invalidToken = `${challenge}, error="invalid_token"`;

const withChecksum = (key: string, checksum: string): string => `${key.slice(0, -8)}${checksum}`;
/** Invalid credentials, made from a valid key. More malformed tokens are in the test of `ApiKeyToken`. */
const wrongKeys: readonly (readonly [what: string, credentials: (key: string) => string])[] = [
  ['another well-formed key', () => `Bearer ${makeApiKey()}`],
  ['a key with a wrong checksum', (key) => `Bearer ${withChecksum(key, '00000000')}`],
  ['a key and padding', (key) => `Bearer ${key}==`],
  ['a key in quotation marks', (key) => `Bearer "${key}"`],
  ['a key and a word after it', (key) => `Bearer ${key} x`],
  ['a key twice', (key) => `Bearer ${key} ${key}`],
  ['a key with a comma after it', (key) => `Bearer ${key},`],
  ['a key with a parameter', (key) => `Bearer ${key}, realm="x"`],
  ['a key in percent-encoding', (key) => `Bearer ${key.replaceAll('_', '%5F')}`],
  ['a JSON Web Token', () => 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
  ['characters that no token has', () => 'Bearer <key>'],
  ['a key of 10,000 characters', () => `Bearer ${'a'.repeat(10_000)}`],
];

/** Credentials that contain no bearer key. */
const missingCredentials: readonly (readonly [what: string, headers: Readonly<Record<string, string>>])[] = [
  ['no Authorization', {}],
  ['an empty Authorization', { Authorization: '' }],
  ['the scheme alone', { Authorization: 'Bearer' }],
  ['the scheme and a space', { Authorization: 'Bearer ' }],
  ['Basic', { Authorization: 'Basic dXNlcjpwYXNzd29yZA==' }],
  ['Digest', { Authorization: 'Digest username="x"' }],
];

/** Authentication by a bearer key (RFC 6750), with a 401 that reveals nothing else. */
export const describeAuthentication = (api: ContractApi): void => {
  const key = (): string => api.credentials().slice('Bearer '.length);
  const send = (credentials: string | readonly string[], target = '/v1/pets?limit=1'): Promise<HttpResponse> =>
    api.send('GET', target, { headers: { Authorization: credentials } });
  const refusal = (response: HttpResponse): string | undefined => {
    expectError(response, 401, 'unauthorized');
    return header(response, 'www-authenticate');
  };

  describe('authentication', () => {
    it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('accepts the scheme as %s', async (scheme) => {
      expect((await send(`${scheme} ${key()}`)).status).toBe(200);
    });

    it('accepts a header name in any case, and white space around the value', async () => {
      const connection = await api.connect();
      for (const line of [
        `AUTHORIZATION: Bearer ${key()}`,
        `authorization: \t Bearer ${key()} \t`,
        `Authorization:Bearer ${key()}`,
      ]) {
        connection.send(rawRequest('GET /v1/pets?limit=1 HTTP/1.1', ['Host: localhost', line]));
        expect((await connection.readResponse()).status).toBe(200);
      }
    });

    it.each(operations)('allows $name only with the key', async (operation) => {
      const { id } = await add(api, { name: 'guarded', categoryId: 1 });
      expect((await perform(api, operation, id)).status).toBe(operation.success);
      expect(refusal(await perform(api, operation, id, { authorized: false }))).toBe(challenge);
    });

    it.each(missingCredentials)('requires a key if there is %s', async (_, headers) => {
      expect(refusal(await api.send('GET', '/v1/pets', { authorized: false, headers }))).toBe(challenge);
    });

    it.each(wrongKeys)('refuses %s as an invalid one', async (_, credentials) => {
      expect(refusal(await send(credentials(key())))).toBe(invalidToken);
    });

    it('sends the same response for every refused key', async () => {
      const responses: unknown[] = [];
      for (const [, credentials] of wrongKeys) responses.push(comparable(await send(credentials(key()))));
      for (const response of responses) expect(response).toEqual(responses[0]);
    });

    it.each([
      ['two headers', (good: string) => [`Bearer ${good}`, `Bearer ${good}`]],
      ['two headers, the first a wrong one', (good: string) => ['Bearer nonsense', `Bearer ${good}`]],
      ['two headers, the second a wrong one', (good: string) => [`Bearer ${good}`, 'Bearer nonsense']],
      ['two headers, the first empty', (good: string) => ['', `Bearer ${good}`]],
      ['two headers, the second empty', (good: string) => [`Bearer ${good}`, '']],
      ['two headers of two schemes', (good: string) => ['Basic eDp5', `Bearer ${good}`]],
      ['a tab after the scheme', (good: string) => `Bearer\t${good}`],
      ['a tab and a space after the scheme', (good: string) => `Bearer \t${good}`],
      ['no space after the scheme', (good: string) => `Bearer${good}`],
      ['a key without a scheme', (good: string) => good],
      ['a colon after the scheme', (good: string) => `Bearer: ${good}`],
      ['another scheme with the key', (good: string) => `Token ${good}`],
      ['two schemes in one header', (good: string) => `Basic eDp5, Bearer ${good}`],
    ])('refuses %s', async (_, credentials) => {
      expect([challenge, invalidToken]).toContain(refusal(await send(credentials(key()))));
    });

    it.each(['access_token', 'api_key', 'apiKey', 'key', 'authorization', 'Authorization'])(
      'accepts no key from the query as %s',
      async (name) => {
        const target = `/v1/pets?${name}=${key()}`;
        expect(refusal(await api.send('GET', target, { authorized: false }))).toBe(challenge);
        expect(refusal(await api.send('GET', `/v1/pets?${name}=Bearer%20${key()}`, { authorized: false }))).toBe(
          challenge,
        );
      },
    );

    it.each(['X-Api-Key', 'Proxy-Authorization', 'Cookie', 'X-Authorization', 'Authorization2'])(
      'accepts no key from %s',
      async (name) => {
        const headers = { [name]: api.credentials() };
        expect(refusal(await api.send('GET', '/v1/pets', { authorized: false, headers }))).toBe(challenge);
      },
    );

    it('accepts no key from a body or a trailer', async () => {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const body = `access_token=${key()}`;
      expect(refusal(await api.send('POST', '/v1/pets', { authorized: false, headers, body }))).toBe(challenge);

      const connection = await api.connect();
      const head = [
        'Host: localhost',
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        'Trailer: Authorization',
      ];
      const trailer = `1d\r\n{"name":"Rex","categoryId":1}\r\n0\r\nAuthorization: ${api.credentials()}\r\n\r\n`;
      connection.send(rawRequest('POST /v1/pets HTTP/1.1', head, trailer));
      expect(refusal(await connection.readResponse({ method: 'POST', target: '/v1/pets' }))).toBe(challenge);
    });

    it('does not reuse the key of an earlier request on the connection', async () => {
      const connection = await api.connect();
      const line = 'GET /v1/pets?limit=1 HTTP/1.1';
      connection.send(rawRequest(line, ['Host: localhost', `Authorization: ${api.credentials()}`]));
      connection.send(rawRequest(line, ['Host: localhost']));
      connection.send(rawRequest(line, ['Host: localhost', `Authorization: ${api.credentials()}`]));
      const statuses = [
        await connection.readResponse(),
        await connection.readResponse(),
        await connection.readResponse(),
      ];
      expect(statuses.map(({ status }) => status)).toEqual([200, 401, 200]);
    });

    it('sends no challenge to an authenticated client', async () => {
      for (const target of ['/v1/pets', '/v1/nothing', '/v1/pets/0']) {
        expect(header(await api.send('GET', target), 'www-authenticate')).toBeUndefined();
      }
    });
  });
};
