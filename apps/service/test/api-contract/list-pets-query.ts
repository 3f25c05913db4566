import { beforeAll, describe, expect, it } from 'vitest';
import { add, list } from '../animals.ts';
import type { ContractApi } from '../contract-api.ts';
import { expectError } from '../expect-error.ts';

const goodLimits = ['1', '2', '9', '10', '20', '99', '100', '%31', '1%30'];

const badLimits = [
  '0',
  '00',
  '101',
  '100000',
  '-1',
  '-0',
  '+5',
  '%2B5',
  '05',
  '1.0',
  '1.5',
  '1e1',
  '1_0',
  '0x5',
  '5n',
  'five',
  'NaN',
  'Infinity',
  'null',
  'true',
  '[5]',
  '5,6',
  '5;6',
  '5?',
  '',
  '%20',
  '%205',
  '5%20',
  '5+',
  '%095',
  '5%0A',
  '5%00',
  '%00',
  '%EF%BC%95',
  '%D9%A5',
  '%',
  '%5',
  '%ZZ',
  '%FF',
  '9223372036854775807',
  '18446744073709551617',
  '4294967301',
  `1${'0'.repeat(400)}`,
  '9'.repeat(5_000),
];

const badStatuses = [
  '',
  'AVAILABLE',
  'Available',
  'unknown',
  'available%20',
  '%20available',
  'available+',
  'available,sold',
  'availabl',
  'availablee',
  'sold%00',
  'sold%0A',
  'null',
  'undefined',
  '0',
  '%ZZ',
  '%FF',
  '__proto__',
  'constructor',
  'toString',
];

const repeated = [
  'limit=5&limit=5',
  'limit=5&limit=6',
  'limit=5&limit=',
  'limit=5&x=1&limit=5',
  'limit=5&%6Cimit=5',
  'status=sold&status=sold',
  'status=sold&status=available',
  'status=sold&status=',
  'limit=5&status=sold&status=sold',
];

const ignored = [
  '?',
  '?&',
  '?&&&',
  '?=',
  '?=5',
  '?x',
  '?x=',
  '?x=1&x=2',
  '?page=0',
  '?offset=-1',
  '?Limit=0',
  '?LIMIT=0',
  '?limit%20=0',
  '?%20limit=0',
  '?limit[]=0',
  '?limit%5B%5D=0',
  '?limit[x]=0',
  '?limits=0',
  '?Status=nothing',
  '?x=1;limit=0',
  '?x=%ZZ',
  '?%ZZ=1',
  '?%=%',
  '?x=%FF%FE',
  '?__proto__=1',
  '?__proto__[limit]=0',
  '?constructor=1',
  '?toString=1&hasOwnProperty=1&valueOf=1',
  '?api_key=1&access_token=2',
];

/** The query of the list: what each parameter may be, and what is ignored. */
export const describeListPetsQuery = (api: ContractApi): void => {
  const refused = async (query: string): Promise<string> =>
    expectError(await api.send('GET', `/v1/pets?${query}`), 400, 'invalid_parameter');

  describe('query of GET /v1/pets', () => {
    beforeAll(async () => {
      for (const status of ['available', 'pending', 'sold']) await add(api, { name: 'listed', categoryId: 1, status });
    });

    it.each(goodLimits)('lists at most limit=%s animals', async (limit) => {
      const { animals } = await list(api, `/v1/pets?limit=${limit}`);
      expect(animals.length).toBeGreaterThan(0);
      expect(animals.length).toBeLessThanOrEqual(Number(decodeURIComponent(limit)));
    });

    it.each(badLimits)('refuses limit=%s', async (limit) => {
      expect(await refused(`limit=${limit}`)).toContain('limit');
    });

    it.each(['available', 'pending', 'sold', 's%6Fld'])('filters by status=%s', async (status) => {
      const { animals } = await list(api, `/v1/pets?status=${status}`);
      expect(new Set(animals.map((animal) => animal.status))).toEqual(new Set([decodeURIComponent(status)]));
    });

    it.each(badStatuses)('refuses status=%s', async (status) => {
      expect(await refused(`status=${status}`)).toContain('status');
    });

    it.each(['limit', 'status', 'limit&status=sold', 'status=sold&limit'])(
      'refuses a name without a value: %s',
      async (query) => {
        await refused(query);
      },
    );

    it.each(repeated)('refuses a repeated name: %s', async (query) => {
      await refused(query);
    });

    it('names every broken parameter at once', async () => {
      const message = await refused('limit=0&status=lost&cursor=!');
      expect(['limit', 'status', 'cursor'].filter((name) => !message.includes(name))).toEqual([]);
    });

    it('never echoes the value', async () => {
      const message = await refused('limit=zq7marker&status=zq8marker&cursor=zq9marker');
      expect(message).not.toMatch(/zq.marker/);
    });

    it.each(ignored)('ignores unknown names: %s', async (query) => {
      expect((await list(api, `/v1/pets${query}`)).text).toBe((await list(api, '/v1/pets')).text);
    });

    it('reads a parameter that comes after 5,000 unknown ones', async () => {
      const unknown = 'x&'.repeat(5_000);
      expect((await list(api, `/v1/pets?${unknown}limit=1`)).animals.length).toBe(1);
      await refused(`${unknown}limit=0`);
      await refused(`limit=1&${unknown}limit=1`);
    });
  });
};
