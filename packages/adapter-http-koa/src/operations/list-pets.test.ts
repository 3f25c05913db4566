import type { AnimalStore, Pet } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import { storeWith } from '../../test/fake-ports.ts';
import { startApi } from '../../test/start-api.ts';

const rex = { id: 1n, name: 'Rex', categoryId: 2n } as Pet;

it.each([
  [
    'status=sold&limit=1',
    { limit: 1, status: 'sold' },
    rex.id,
    '</v1/pets?limit=1&status=sold&cursor=MS4xLnNvbGQ>; rel="next"',
  ],
  ['', { limit: 20 }, rex.id, '</v1/pets?limit=20&cursor=MS4xLg>; rel="next"'],
  ['', { limit: 20 }, undefined, undefined],
])('links the page after that of the query "%s": %j', async (text, query, next, link) => {
  const listPets = vi.fn<AnimalStore['listPets']>(() => TE.right({ pets: [rex, rex], ...(next && { next }) }));
  const { send } = await startApi({ ports: { store: storeWith({ listPets }) } });
  const { headers, body } = await send(`GET /v1/pets?${text}`);
  expect(listPets.mock.calls).toEqual([[query]]);
  const json = '{"id":1,"name":"Rex","categoryId":2}';
  expect([headers['link'], body]).toEqual([link, `[${json},${json}]`]);
});
