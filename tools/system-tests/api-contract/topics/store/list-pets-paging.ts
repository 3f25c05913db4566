import { type Added, add, cursorAfter, list } from '@animal-store/testkit/animals';
import type { ContractApi } from '@animal-store/testkit/http';
import { beforeAll, describe, expect, it } from 'vitest';

const statuses = ['available', 'pending', 'sold', undefined];

const addMany = async (api: ContractApi, count: number): Promise<readonly Added[]> => {
  const added: Added[] = [];
  for (let index = 0; index < count; index += 1) {
    added.push(await add(api, { name: `herd ${index}`, categoryId: index, status: statuses[index % statuses.length] }));
  }
  return added;
};

const textOf = (animals: readonly Added[]): string => `[${animals.map((animal) => animal.text).join()}]`;
const queryOf = (next = ''): object => Object.fromEntries(new URLSearchParams(next.split('?')[1]));

/** Pages of the list: a bare array in ascending order, and the link to the next page. */
export const describeListPetsPaging = (api: ContractApi): void => {
  describe('pages of GET /v1/pets', () => {
    let herd: readonly Added[] = [];
    let start = '';

    beforeAll(async () => {
      const before = await add(api, { name: 'before the herd', categoryId: 0 });
      herd = await addMany(api, 121);
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

    it('has no link on the last page, whether it is full or not', async () => {
      const [first, ...others] = await addMany(api, 6);
      const last = await cursorAfter(api, first?.id ?? 0n);
      const end = { text: textOf(others), next: undefined };
      for (const limit of [5, 6, 100]) {
        expect(await list(api, `/v1/pets?limit=${limit}&cursor=${last}`)).toMatchObject(end);
      }
      const page = await list(api, `/v1/pets?limit=4&cursor=${last}`);
      expect(page.text).toBe(textOf(others.slice(0, 4)));
      expect(await list(api, page.next ?? '')).toMatchObject({ text: textOf(others.slice(4)), next: undefined });
    });

    it('lists animals added after the last page under the cursor before it', async () => {
      const [first, second] = await addMany(api, 2);
      const cursor = await cursorAfter(api, first?.id ?? 0n);
      const [third] = await addMany(api, 1);
      const page = await list(api, `/v1/pets?cursor=${cursor}`);
      expect(page.text).toBe(textOf([second, third].filter((animal) => animal !== undefined)));
    });
  });
};
