import { add, cursorOf, list } from '@animal-store/testkit/animals';
import { type ContractApi, expectError } from '@animal-store/testkit/http';
import { beforeAll, describe, expect, it } from 'vitest';

/**
 * The query of the list. Its cursor is opaque, bound to its status filter, and refused if the service did not make it. The
 * unit tests of the codecs have the tables of values.
 */
export const describeListPetsQuery = (api: ContractApi): void => {
  const refused = async (query: string): Promise<string> =>
    expectError(await api.send('GET', `/v1/pets?${query}`), 400, 'invalid_parameter');

  describe('query of GET /v1/pets', () => {
    let unfiltered = '';
    let sold = '';

    beforeAll(async () => {
      for (const status of ['available', 'pending', 'sold', 'sold', 'sold']) {
        await add(api, { name: 'listed', categoryId: 1, status });
      }
      unfiltered = cursorOf(await list(api, '/v1/pets?limit=1'));
      sold = cursorOf(await list(api, '/v1/pets?limit=1&status=sold'));
    });

    it('lists at most `limit` animals, of any spelling', async () => {
      for (const limit of ['1', '%31']) {
        expect((await list(api, `/v1/pets?limit=${limit}`)).animals.length).toBe(1);
      }
    });

    it.each(['available', 'pending', 'sold', 's%6Fld'])('filters by status=%s', async (status) => {
      const { animals } = await list(api, `/v1/pets?status=${status}`);
      expect(new Set(animals.map((animal) => animal.status))).toEqual(new Set([decodeURIComponent(status)]));
    });

    it.each([
      ...['limit=0', 'limit=101', 'limit', 'limit=5&limit=5', 'status=lost', 'status=sold&status=sold'],
      ...['cursor', 'cursor=x', 'cursor=N&cursor=N', 'cursor=NA', 'cursor=N&status=sold', 'cursor=S&status=available'],
      'cursor=S',
    ])('refuses %s', async (query) => {
      const name = /limit|status|cursor/.exec(query)?.[0] ?? '';
      expect(await refused(query.replaceAll('N', unfiltered).replaceAll('S', sold))).toContain(name);
    });

    it('names every invalid parameter at once, without its value', async () => {
      const message = await refused('limit=zq7marker&status=zq8marker&cursor=zq9marker');
      expect(['limit', 'status', 'cursor'].filter((name) => !message.includes(name))).toEqual([]);
      expect(message).not.toMatch(/zq.marker/);
    });

    it.each(['?', '?&&&', '?Limit=0', '?x=%ZZ', '?__proto__[limit]=0'])('ignores unknown names: %s', async (query) => {
      expect((await list(api, `/v1/pets${query}`)).text).toBe((await list(api, '/v1/pets')).text);
    });

    it('reads a parameter that comes after 5,000 unknown ones', async () => {
      expect(await refused(`${'x&'.repeat(5_000)}limit=0`)).toContain('limit');
    });

    it('accepts another limit with the same cursor, and returns the same animals for it', async () => {
      const one = await list(api, `/v1/pets?limit=1&cursor=${unfiltered}`);
      const two = await list(api, `/v1/pets?cursor=${unfiltered}&limit=2`);
      expect(two.animals.slice(0, 1)).toEqual(one.animals);
      const { animals } = await list(api, `/v1/pets?cursor=${sold}&x=1&limit=2&status=sold`);
      expect(animals.map(({ status }) => status)).toEqual(['sold', 'sold']);
    });
  });
};
