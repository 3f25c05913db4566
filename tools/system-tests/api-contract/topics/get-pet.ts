import { type Added, add } from '@animal-store/testkit/animals';
import { type ContractApi, comparable, expectError, text } from '@animal-store/testkit/http';
import { beforeAll, describe, expect, it } from 'vitest';

// Ids that no animal has. The unit test of the operation has the spellings that are no id.
const missing = [0n, -1n, -(2n ** 63n), 2n ** 53n + 1n, 2n ** 63n - 1n];

/** `GET /v1/pets/{petId}` finds an animal by its id. */
export const describeGetPet = (api: ContractApi): void => {
  describe('GET /v1/pets/{petId}', () => {
    let added: Added = { id: 0n, text: '' };

    beforeAll(async () => {
      added = await add(api, { name: 'fetched', categoryId: 4, status: 'pending' });
    });

    it.each(['', '?', '?limit=0&status=lost&cursor=!', '?%ZZ'])(
      'returns the text with which it was added, with any query: "%s"',
      async (query) => {
        const response = await api.send('GET', `/v1/pets/${added.id}${query}`);
        expect({ status: response.status, body: text(response) }).toEqual({ status: 200, body: added.text });
      },
    );

    it('responds to HEAD like GET, without the body', async () => {
      for (const id of [String(added.id), '0', 'abc']) {
        const get = await api.send('GET', `/v1/pets/${id}`);
        const head = await api.send('HEAD', `/v1/pets/${id}`);
        expect(comparable(head)).toEqual({ ...(comparable(get) as object), body: '' });
      }
    });

    it.each(missing)('returns 404 for the id %s', async (id) => {
      expectError(await api.send('GET', `/v1/pets/${id}`), 404, 'not_found');
    });
  });
};
