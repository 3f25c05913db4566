import { beforeAll, describe, expect, it } from 'vitest';
import { add, cursorOf, list } from '../animals.ts';
import type { ContractApi } from '../contract-api.ts';
import { expectError } from '../expect-error.ts';

const garbage = [
  '',
  'x',
  '!',
  '.',
  '....',
  '-',
  '_',
  'AAAA',
  'null',
  'undefined',
  '0',
  '1',
  '-1',
  '20',
  'MQ',
  'bnVsbA',
  'e30',
  'W10',
  '%7B%7D',
  '%00',
  '%0A',
  '%ZZ',
  '%FF%FF',
  '%C3%A9',
  '__proto__',
  'A'.repeat(5_000),
];

const firstByteReplaced = (cursor: string, byte: number): string => {
  const bytes = Buffer.from(cursor, 'base64url');
  bytes[0] = byte;
  return bytes.toString('base64url');
};

/** The cursor: opaque, bound to its status filter, and refused when it is not one the service made. */
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

    it.each(garbage)('refuses cursor=%s', (cursor) => refused(`cursor=${cursor}`));

    it('refuses a name without a value', () => refused('cursor'));

    it('refuses a cursor cut short at either end', async () => {
      for (const cursor of [unfiltered, `${sold}&status=sold`]) {
        const [value = '', rest = ''] = cursor.split(/(?=&)/);
        for (let length = 0; length < value.length; length += 1)
          await refused(`cursor=${value.slice(0, length)}${rest}`);
        for (let from = 1; from < value.length; from += 1) await refused(`cursor=${value.slice(from)}${rest}`);
      }
    });

    it.each(['=', '==', '%3D', '%3D%3D', 'A', 'AAAA', '%20', '+', '%0A', '%00', '.', '%ZZ'])(
      'refuses a cursor followed by %s',
      async (suffix) => {
        await refused(`cursor=${unfiltered}${suffix}`);
        await refused(`status=sold&cursor=${sold}${suffix}`);
      },
    );

    it.each(['%20', '+', '%0A', 'A', 'AAAA', '=', '-'])('refuses a cursor preceded by %s', (prefix) =>
      refused(`cursor=${prefix}${unfiltered}`),
    );

    it('refuses a cursor of another version', async () => {
      const version = Buffer.from(unfiltered, 'base64url')[0] ?? 0;
      for (const byte of [0, 1, 2, 9, 48, 49, 50, 51, 57, 65, 97, 118, 127, 128, 255].filter(
        (other) => other !== version,
      )) {
        await refused(`cursor=${firstByteReplaced(unfiltered, byte)}`);
      }
    });

    it('refuses a cursor that was made for another status, or for none', async () => {
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

    it('takes another limit with the same cursor, and the parameters in any order', async () => {
      const one = await list(api, `/v1/pets?limit=1&cursor=${unfiltered}`);
      const two = await list(api, `/v1/pets?cursor=${unfiltered}&limit=2`);
      expect(two.animals.slice(0, 1)).toEqual(one.animals);
      const soldOnes = await list(api, `/v1/pets?cursor=${sold}&x=1&limit=2&status=sold`);
      expect(soldOnes.animals.map(({ status }) => status)).toEqual(['sold', 'sold']);
    });

    it('gives the same page again for the same cursor', async () => {
      const page = await list(api, `/v1/pets?limit=2&cursor=${unfiltered}`);
      expect(await list(api, `/v1/pets?limit=2&cursor=${unfiltered}`)).toEqual(page);
    });
  });
};
