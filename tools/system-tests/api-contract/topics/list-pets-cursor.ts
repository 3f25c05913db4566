import { add, cursorOf, list } from '@animal-store/testkit/animals';
import { type ContractApi, expectError } from '@animal-store/testkit/http';
import { beforeAll, describe, expect, it } from 'vitest';

/**
 * The cursor is opaque, bound to its status filter, and refused if the service did not make it. The unit test of its
 * codec has the table.
 */
export const describeListPetsCursor = (api: ContractApi): void => {
  const refused = async (query: string): Promise<void> => {
    const message = expectError(await api.send('GET', `/v1/pets?${query}`), 400, 'invalid_parameter');
    expect(message, query).toContain('cursor');
  };

  describe('cursor of GET /v1/pets', () => {
    let unfiltered = '';
    let sold = '';

    beforeAll(async () => {
      for (let index = 0; index < 3; index += 1) await add(api, { name: 'paged', categoryId: 1, status: 'sold' });
      unfiltered = cursorOf(await list(api, '/v1/pets?limit=1'));
      sold = cursorOf(await list(api, '/v1/pets?limit=1&status=sold'));
    });

    it('refuses invalid cursors', async () => {
      for (const query of [
        'cursor',
        'cursor=x',
        'cursor=%FF',
        `cursor=${unfiltered}A`,
        `cursor=${unfiltered.slice(1)}`,
      ]) {
        await refused(query);
      }
    });

    it('refuses a cursor that was made for another status, or without one', async () => {
      await refused(`cursor=${sold}`);
      await refused(`cursor=${sold}&status=available`);
      await refused(`cursor=${sold}&status=pending`);
      await refused(`cursor=${unfiltered}&status=sold`);
      await refused(`cursor=${unfiltered}&status=available`);
    });

    it('refuses a repeated cursor', async () => {
      await refused(`cursor=${unfiltered}&cursor=${unfiltered}`);
      await refused(`cursor=${unfiltered}&limit=1&cursor=`);
      await refused(`cursor=&cursor=${unfiltered}`);
    });

    it('accepts another limit with the same cursor, and the parameters in any order', async () => {
      const one = await list(api, `/v1/pets?limit=1&cursor=${unfiltered}`);
      const two = await list(api, `/v1/pets?cursor=${unfiltered}&limit=2`);
      expect(two.animals.slice(0, 1)).toEqual(one.animals);
      const soldOnes = await list(api, `/v1/pets?cursor=${sold}&x=1&limit=2&status=sold`);
      expect(soldOnes.animals.map(({ status }) => status)).toEqual(['sold', 'sold']);
    });

    it('returns the same page for the same cursor', async () => {
      const page = await list(api, `/v1/pets?limit=2&cursor=${unfiltered}`);
      expect(await list(api, `/v1/pets?limit=2&cursor=${unfiltered}`)).toEqual(page);
    });
  });
};
