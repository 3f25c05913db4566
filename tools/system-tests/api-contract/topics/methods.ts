import { METHODS } from 'node:http';
import { type Added, add } from '@animal-store/testkit/animals';
import { type ContractApi, expectError, type HttpResponse, header, rawRequest } from '@animal-store/testkit/http';
import { beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../operations.ts';

/** The methods of each path, and the response to all others that the HTTP parser supports. */
export const describeMethods = (api: ContractApi): void => {
  const notAllowed = (response: HttpResponse, allow: string): void => {
    expectError(response, 405, 'method_not_allowed');
    expect(header(response, 'allow')).toBe(allow);
  };

  describe('methods', () => {
    let added: Added = { id: 0n, text: '' };

    beforeAll(async () => {
      added = await add(api, { name: 'kept', categoryId: 1 });
    });

    it.each(METHODS.filter((method) => method !== 'CONNECT'))('accepts %s only on its own paths', async (method) => {
      for (const { target, allow } of paths.filter((path) => path.others.includes(method))) {
        notAllowed(await api.send(method, target(added.id)), allow);
        notAllowed(await api.send(method, `${target(0n)}?limit=0`), allow);
      }
      if (method === 'HEAD') return;
      expectError(await api.send(method, '/v1/nothing'), 404, 'not_found');
      expectError(await api.send(method, '/nothing'), 404, 'not_found');
    });

    it('does not allow CONNECT', async () => {
      for (const { target, allow } of paths) {
        const connection = await api.connect();
        const headers = ['Host: localhost', `Authorization: ${api.credentials()}`];
        connection.send(rawRequest(`CONNECT ${target(added.id)} HTTP/1.1`, headers));
        notAllowed(await connection.readResponse({ method: 'CONNECT', target: target(added.id) }), allow);
        expect(await connection.closed()).toBe('');
      }
    });

    it('requires a key for CONNECT as well', async () => {
      const connection = await api.connect();
      connection.send(rawRequest('CONNECT /v1/pets HTTP/1.1', ['Host: localhost']));
      expectError(await connection.readResponse({ method: 'CONNECT', target: '/v1/pets' }), 401, 'unauthorized');
      expect(await connection.closed()).toBe('');
    });

    it('opens no tunnel', async () => {
      const connection = await api.connect();
      connection.send(rawRequest('CONNECT localhost:1 HTTP/1.1', ['Host: localhost:1']));
      const { status } = await connection.readResponse({ method: 'CONNECT', target: 'localhost:1' });
      expect([400, 404, 405]).toContain(status);
      connection.send(rawRequest('GET /livez HTTP/1.1', ['Host: localhost']));
      expect(await connection.closed()).toBe('');
    });

    it('responds to OPTIONS with Allow only', async () => {
      for (const { target, allow } of paths) {
        for (const path of [target(added.id), `${target(0n)}?limit=0`, target(2n ** 63n)]) {
          const response = await api.send('OPTIONS', path);
          expect({ status: response.status, allow: header(response, 'allow') }).toEqual({ status: 204, allow });
        }
      }
    });

    it('sends no CORS headers to a page of another origin', async () => {
      const preflight = { Origin: 'http://evil.example', 'Access-Control-Request-Method': 'POST' };
      expect((await api.send('OPTIONS', '/v1/pets', { headers: preflight })).status).toBe(204);
      expect((await api.send('OPTIONS', '/v1/pets', { headers: preflight, authorized: false })).status).toBe(401);
      expect((await api.send('GET', '/v1/pets', { headers: { Origin: 'http://evil.example' } })).status).toBe(200);
    });

    it('sends Allow only with OPTIONS and 405', async () => {
      for (const target of ['/v1/pets', '/v1/nothing', '/v1/pets/0']) {
        expect(header(await api.send('GET', target), 'allow')).toBeUndefined();
      }
    });
  });
};
