import { add, list } from '@animal-store/testkit/animals';
import { type ContractApi, expectError } from '@animal-store/testkit/http';
import { beforeAll, describe, expect, it } from 'vitest';

/** The query of the list. The unit test of its codec has the table of values. */
export const describeListPetsQuery = (api: ContractApi): void => {
  const refused = async (query: string): Promise<string> =>
    expectError(await api.send('GET', `/v1/pets?${query}`), 400, 'invalid_parameter');

  describe('query of GET /v1/pets', () => {
    beforeAll(async () => {
      for (const status of ['available', 'pending', 'sold']) await add(api, { name: 'listed', categoryId: 1, status });
    });

    it.each(['1', '%31', '100'])('lists at most limit=%s animals', async (limit) => {
      const { animals } = await list(api, `/v1/pets?limit=${limit}`);
      expect(animals.length).toBeGreaterThan(0);
      expect(animals.length).toBeLessThanOrEqual(Number(decodeURIComponent(limit)));
    });

    it.each(['available', 'pending', 'sold', 's%6Fld'])('filters by status=%s', async (status) => {
      const { animals } = await list(api, `/v1/pets?status=${status}`);
      expect(new Set(animals.map((animal) => animal.status))).toEqual(new Set([decodeURIComponent(status)]));
    });

    it.each(['limit=0', 'limit', 'limit=%ZZ', 'limit=5&limit=5', 'status=lost', 'status=sold&status=sold'])(
      'refuses %s',
      async (query) => {
        expect(await refused(query)).toContain(query.split('=')[0]);
      },
    );

    it('names every invalid parameter at once', async () => {
      const message = await refused('limit=0&status=lost&cursor=!');
      expect(['limit', 'status', 'cursor'].filter((name) => !message.includes(name))).toEqual([]);
    });

    it('never echoes the value', async () => {
      const message = await refused('limit=zq7marker&status=zq8marker&cursor=zq9marker');
      expect(message).not.toMatch(/zq.marker/);
    });

    it.each(['?', '?&&&', '?=5', '?Limit=0', '?x=%ZZ', '?__proto__[limit]=0'])(
      'ignores unknown names: %s',
      async (query) => {
        expect((await list(api, `/v1/pets${query}`)).text).toBe((await list(api, '/v1/pets')).text);
      },
    );

    it('reads a parameter that comes after 5,000 unknown ones', async () => {
      const unknown = 'x&'.repeat(5_000);
      expect((await list(api, `/v1/pets?${unknown}limit=1`)).animals.length).toBe(1);
      await refused(`${unknown}limit=0`);
      await refused(`limit=1&${unknown}limit=1`);
    });
  });
};
