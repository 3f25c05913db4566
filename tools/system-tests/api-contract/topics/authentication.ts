import { add } from '@animal-store/testkit/animals';
import { type ContractApi, expectError, type HttpResponse, header, rawRequest } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';
import { operations, perform } from '../operations.ts';
import { sendRaw, withKey } from '../send-raw.ts';

const challenge = 'Bearer realm="animal-store"';

const underV1 = '/v1 /v1/ /v1/nothing /v1/pets/ /v1/pets/0 /v1/pets?limit=0 /v1/../livez /v1/%70ets /v1/%ZZ'.split(' ');

/**
 * Authentication by a bearer key (RFC 6750). An unauthenticated client learns nothing else, not even which paths and
 * animals do not exist. The tests of the adapter have the tables of credentials.
 */
export const describeAuthentication = (api: ContractApi): void => {
  const refusal = (response: HttpResponse): string | undefined => {
    expectError(response, 401, 'unauthorized');
    return header(response, 'www-authenticate');
  };

  describe('authentication', () => {
    it.each(operations)('allows $name only with the key', async (operation) => {
      const { id } = await add(api, { name: 'guarded', categoryId: 1 });
      expect((await perform(api, operation, id)).status).toBe(operation.success);
      expect(refusal(await perform(api, operation, id, { authorized: false }))).toBe(challenge);
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
  });
};
