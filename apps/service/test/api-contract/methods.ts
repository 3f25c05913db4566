import { METHODS } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Added, add } from '../animals.ts';
import type { ContractApi } from '../contract-api.ts';
import { expectError } from '../expect-error.ts';
import { type Answer, header } from '../wire/answer.ts';
import { rawRequest } from '../wire/raw-request.ts';

const others = METHODS.filter((method) => !['GET', 'HEAD', 'OPTIONS', 'POST', 'CONNECT'].includes(method));
const allowed = { pets: 'GET, HEAD, OPTIONS, POST', pet: 'GET, HEAD, OPTIONS' };

/** Methods: what each path takes, and that it says so of every method that the HTTP parser knows. */
export const describeMethods = (api: ContractApi): void => {
  const notAllowed = (answer: Answer, allow: string): void => {
    expectError(answer, 405, 'method_not_allowed');
    expect(header(answer, 'allow')).toBe(allow);
  };

  describe('methods', () => {
    let added: Added = { id: 0n, text: '' };

    beforeAll(async () => {
      added = await add(api, { name: 'kept', categoryId: 1 });
    });

    it('tests more than thirty methods', () => {
      expect(others.length).toBeGreaterThan(25);
    });

    it.each(others)('does not allow %s', async (method) => {
      notAllowed(await api.send(method, '/v1/pets'), allowed.pets);
      notAllowed(await api.send(method, '/v1/pets?limit=0'), allowed.pets);
      notAllowed(await api.send(method, `/v1/pets/${added.id}`), allowed.pet);
      notAllowed(await api.send(method, '/v1/pets/0'), allowed.pet);
      expectError(await api.send(method, '/v1/nothing'), 404, 'not_found');
      expectError(await api.send(method, '/nothing'), 404, 'not_found');
    });

    it('does not allow POST on an animal', async () => {
      notAllowed(await api.send('POST', `/v1/pets/${added.id}`), allowed.pet);
    });

    it('does not allow CONNECT', async () => {
      for (const [target, allow] of [
        ['/v1/pets', allowed.pets],
        [`/v1/pets/${added.id}`, allowed.pet],
      ] as const) {
        const connection = await api.connect();
        const headers = ['Host: localhost', `Authorization: ${api.credentials()}`];
        connection.send(rawRequest(`CONNECT ${target} HTTP/1.1`, headers));
        notAllowed(await connection.answer({ method: 'CONNECT', target }), allow);
        expect(await connection.closed()).toBe('');
      }
    });

    it('asks for a key on CONNECT as well', async () => {
      const connection = await api.connect();
      connection.send(rawRequest('CONNECT /v1/pets HTTP/1.1', ['Host: localhost']));
      expectError(await connection.answer({ method: 'CONNECT', target: '/v1/pets' }), 401, 'unauthorized');
      expect(await connection.closed()).toBe('');
    });

    it('opens no tunnel', async () => {
      const connection = await api.connect();
      connection.send(rawRequest('CONNECT localhost:1 HTTP/1.1', ['Host: localhost:1']));
      const { status } = await connection.answer({ method: 'CONNECT', target: 'localhost:1' });
      expect([400, 404, 405]).toContain(status);
      connection.send(rawRequest('GET /livez HTTP/1.1', ['Host: localhost']));
      expect(await connection.closed()).toBe('');
    });

    it('answers OPTIONS with what it allows, and with nothing else', async () => {
      for (const [target, allow] of [
        ['/v1/pets', allowed.pets],
        ['/v1/pets?limit=0', allowed.pets],
        [`/v1/pets/${added.id}`, allowed.pet],
        ['/v1/pets/0', allowed.pet],
        ['/v1/pets/none', allowed.pet],
        ['/v1/pets/9223372036854775808', allowed.pet],
      ] as const) {
        const answer = await api.send('OPTIONS', target);
        expect({ status: answer.status, allow: header(answer, 'allow') }).toEqual({ status: 204, allow });
      }
    });

    it('grants nothing to a page of another origin', async () => {
      const preflight = { Origin: 'http://evil.example', 'Access-Control-Request-Method': 'POST' };
      expect((await api.send('OPTIONS', '/v1/pets', { headers: preflight })).status).toBe(204);
      expect((await api.send('OPTIONS', '/v1/pets', { headers: preflight, authorized: false })).status).toBe(401);
      expect((await api.send('GET', '/v1/pets', { headers: { Origin: 'http://evil.example' } })).status).toBe(200);
    });

    it('says what it allows only when it is asked or refuses', async () => {
      for (const target of ['/v1/pets', '/v1/nothing', '/v1/pets/0']) {
        expect(header(await api.send('GET', target), 'allow')).toBeUndefined();
      }
    });
  });
};
