import { METHODS } from 'node:http';
import { type ContractApi, comparable, expectError, header } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

const others = METHODS.filter((method) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method));

/** Liveness and readiness, for operators: without a key, in JSON. */
export const describeHealth = (api: ContractApi): void => {
  describe.each(['/livez', '/readyz'])('%s', (path) => {
    it('returns 200 in JSON without a key', async () => {
      for (const target of [path, `${path}?`, `${path}?x=1`]) {
        for (const options of [{ authorized: false }, {}, { headers: { Authorization: 'Bearer nonsense' } }]) {
          const response = await api.send('GET', target, options);
          expect({ status: response.status, body: JSON.parse(response.body.toString()) }).toEqual({
            status: 200,
            body: expect.any(Object),
          });
        }
      }
    });

    it('responds to HEAD like GET, without the body', async () => {
      const get = await api.send('GET', path, { authorized: false });
      const head = await api.send('HEAD', path, { authorized: false });
      expect(comparable(head)).toEqual({ ...(comparable(get) as object), body: '' });
    });

    it.each(others)('does not allow %s', async (method) => {
      const response = await api.send(method, path, { authorized: false });
      expectError(response, 405, 'method_not_allowed');
      const allow = header(response, 'allow')?.split(', ') ?? [];
      expect(allow.filter((name) => name !== 'OPTIONS')).toEqual(['GET', 'HEAD']);
    });

    it('has no other spelling', async () => {
      for (const target of [
        `${path}/`,
        `${path}/x`,
        `/${path}`,
        path.toUpperCase(),
        `${path}%20`,
        path.replace('z', '%7A'),
      ]) {
        expectError(await api.send('GET', target, { authorized: false }), 404, 'not_found');
      }
    });
  });
};
