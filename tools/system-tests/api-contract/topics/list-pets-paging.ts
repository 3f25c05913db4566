import { type Added, add, cursorAfter, list } from '@animal-store/testkit/animals';
import type { ContractApi } from '@animal-store/testkit/http';
import { beforeAll, describe, expect, it } from 'vitest';

const statuses = ['available', 'pending', 'sold', undefined];

const textOf = (animals: readonly Added[]): string => `[${animals.map((animal) => animal.text).join()}]`;
const queryOf = (next = ''): object => Object.fromEntries(new URLSearchParams(next.split('?')[1]));

/** Pages of the list: a bare array in ascending order, and the link to the next page. */
export const describeListPetsPaging = (api: ContractApi): void => {
  describe('pages of GET /v1/pets', () => {
    const herd: Added[] = [];
    let start = '';

    beforeAll(async () => {
      const before = await add(api, { name: 'before the herd', categoryId: 0 });
      for (let index = 0; index < 121; index += 1) {
        herd.push(await add(api, { name: `herd ${index}`, categoryId: index, status: statuses[index % 4] }));
      }
      start = await cursorAfter(api, before.id);
    });

    it('lists 20 animals by default, ascending, with the text of their creation', async () => {
      const page = await list(api, `/v1/pets?cursor=${start}`);
      expect(page.text).toBe(textOf(herd.slice(0, 20)));
      expect((await list(api, page.next ?? '')).text).toBe(textOf(herd.slice(20, 40)));
    });

    it.each([1, 19, 21, 100])('lists exactly %i animals and links to the next page', async (limit) => {
      const page = await list(api, `/v1/pets?limit=${limit}&cursor=${start}`);
      expect(page.text).toBe(textOf(herd.slice(0, limit)));
      expect(queryOf(page.next)).toEqual({ limit: `${limit}`, cursor: expect.stringMatching(/^[A-Za-z0-9_-]+$/) });
      expect((await list(api, page.next ?? '')).text).toBe(textOf(herd.slice(limit, 2 * limit)));
    });

    it('has no link on the last page', async () => {
      const page = await list(api, `/v1/pets?limit=100&cursor=${start}`);
      expect(await list(api, page.next ?? '')).toMatchObject({ text: textOf(herd.slice(100)), next: undefined });
    });
  });
};
