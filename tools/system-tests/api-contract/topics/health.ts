import { type ContractApi, comparable, text } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

/** Liveness and readiness, for operators: without a key, in JSON. */
export const describeHealth = (api: ContractApi): void => {
  describe.each([
    ['/livez', '{"status":"live"}'],
    ['/readyz', '{"status":"ready"}'],
  ])('%s', (path, body) => {
    it('returns 200 with and without a key, and to HEAD without the body', async () => {
      const get = await api.send('GET', `${path}?x=1`, { authorized: false });
      expect([get.status, text(get)]).toEqual([200, body]);
      const wrong = { headers: { Authorization: 'Bearer nonsense' } };
      expect(comparable(await api.send('GET', path, wrong))).toEqual(comparable(get));
      const head = await api.send('HEAD', path, { authorized: false });
      expect(comparable(head)).toEqual({ ...(comparable(get) as object), body: '' });
    });
  });
};
