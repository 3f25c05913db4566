import { type Added, add } from '@animal-store/testkit/animals';
import { type ContractApi, comparable, expectError, text } from '@animal-store/testkit/http';
import { beforeAll, describe, expect, it } from 'vitest';

// Non-canonical spellings of an id, in which `N` is replaced by the digits of a stored animal.
const otherSpellings = [
  ...'0N 00N +N %2BN -N --N N.0 N. .N Ne0 N0e-1 0xN Nn %20N N%20 N+ %09N N%0A N%00 %00N "N" [N] N,N N;v=1'.split(' '),
  ...'N: N* N%2F N%3F N% N%ZZ N%FF N%C0%80 N_0'.split(' '),
  "N'",
];

const absent = [
  ...'0 -1 -9223372036854775808 9007199254740991 9007199254740992 9007199254740993 9223372036854775806'.split(' '),
  '9223372036854775807',
];

const invalidIds = [
  '-0',
  '00',
  '9223372036854775808',
  '-9223372036854775809',
  '18446744073709551616',
  '18446744073709551617',
  '99999999999999999999999999999999',
  '1e5',
  'abc',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  'true',
  '-',
  '+',
  '.',
  '..',
  '...',
  '%2e',
  '%2E%2E',
  '*',
  '~',
  '%',
  '%%',
  '%ZZ',
  '%00',
  '%FF',
  '%C3%A9',
  '%EF%BC%91',
  '%D9%A1',
  '__proto__',
  'constructor',
  ':petId',
  '{petId}',
  '$where',
  '1'.repeat(10_000),
  `1${'0'.repeat(5_000)}`,
];

const percentEncoded = (digits: string): string => [...digits].map((digit) => `%3${digit}`).join('');

/** `GET /v1/pets/{petId}` finds an animal only by the canonical decimal spelling of its id. */
export const describeGetPet = (api: ContractApi): void => {
  const missing = async (id: string, target = `/v1/pets/${id}`): Promise<void> => {
    expectError(await api.send('GET', target), 404, 'not_found');
  };

  describe('GET /v1/pets/{petId}', () => {
    let added: Added = { id: 0n, text: '' };

    beforeAll(async () => {
      added = await add(api, { name: 'fetched', categoryId: 4, status: 'pending' });
    });

    it('returns the animal with the same text as when it was added', async () => {
      const response = await api.send('GET', `/v1/pets/${added.id}`);
      expect({ status: response.status, body: text(response) }).toEqual({ status: 200, body: added.text });
    });

    it('responds to HEAD like GET, without the body', async () => {
      for (const id of [String(added.id), '0', 'abc']) {
        const get = await api.send('GET', `/v1/pets/${id}`);
        const head = await api.send('HEAD', `/v1/pets/${id}`);
        expect(comparable(head)).toEqual({ ...(comparable(get) as object), body: '' });
      }
    });

    it.each(['?', '?x=1', '?limit=0&status=lost&cursor=!', '?%ZZ'])('ignores the query %s', async (query) => {
      expect(text(await api.send('GET', `/v1/pets/${added.id}${query}`))).toBe(added.text);
    });

    it.each(otherSpellings)('returns 404 for /v1/pets/%s', (spelling) =>
      missing(spelling.replaceAll('N', String(added.id))),
    );

    it('does not accept percent-encoded digits', async () => {
      const digits = String(added.id);
      await missing(percentEncoded(digits));
      await missing(`${digits.slice(0, -1)}${percentEncoded(digits.slice(-1))}`);
      await missing('%31');
      await missing('%2531');
      await missing('%2D1');
    });

    it.each(absent)('does not find the canonical id %s', (id) => missing(id));

    it.each(invalidIds)('returns 404 for /v1/pets/%s', (id) => missing(id));

    it('returns 404 for paths below and next to it', async () => {
      await missing('', '/v1/pets/');
      for (const suffix of ['/', '//', '/x', '/0', '%2F', '/..', '/.']) await missing(`${added.id}${suffix}`);
      for (const between of ['//', '/./', '/../pets/', '%2F', '/%2e/'])
        await missing('', `/v1/pets${between}${added.id}`);
      for (const path of ['/v1/Pets', '/v1/PETS', '/v1/pet', '/v1/petss', '/v1//pets']) {
        await missing('', `${path}/${added.id}`);
      }
    });

    it('sends the same response for every unknown animal', async () => {
      const one = await api.send('GET', '/v1/pets/0');
      for (const id of ['-1', 'abc', '007', '9223372036854775808', '%31']) {
        expect(comparable(await api.send('GET', `/v1/pets/${id}`))).toEqual(comparable(one));
      }
    });
  });
};
