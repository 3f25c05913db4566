import { type Added, add } from '@animal-store/testkit/animals';
import { type ContractApi, comparable, expectError, text } from '@animal-store/testkit/http';
import { beforeAll, describe, expect, it } from 'vitest';

// Spellings in which `N` is replaced by the digits of a stored animal, and ids that no animal has. The unit test of the
// operation has more of them.
const missing = [
  ...'0N +N %2BN -N N.0 Ne0 0xN %20N N%20 N%0A %00N N,N N;v=1 N%2F N% N%ZZ N/ N//'.split(' '),
  ...'0 -1 -9223372036854775808 9007199254740993 9223372036854775807 9223372036854775808 %31 %2531'.split(' '),
  ...'abc - . .. %2e %FF %EF%BC%91 __proto__ {petId}'.split(' '),
  '',
  '1'.repeat(10_000),
];

/** `GET /v1/pets/{petId}` finds an animal only by the canonical decimal spelling of its id. */
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

    it.each(missing.map((spelling) => ({ spelling, shown: spelling.slice(0, 40) })))(
      'returns 404 for /v1/pets/$shown',
      async ({ spelling }) => {
        const target = `/v1/pets/${spelling.replaceAll('N', String(added.id))}`;
        expectError(await api.send('GET', target), 404, 'not_found');
      },
    );
  });
};
