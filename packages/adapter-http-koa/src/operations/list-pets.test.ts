import type { AnimalStore, Pet } from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import { storeWith } from '../../test/fake-ports.ts';
import { startApi } from '../../test/start-api.ts';
import { createOpenApiDocument } from '../openapi-document.ts';
import { decodeListPetsQuery } from './list-pets-query.ts';

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

it('links a page by each parameter of the query before, and by a cursor for those that select animals', async () => {
  const { parameters } = createOpenApiDocument({ base: '/v1' }).components;
  const query = new URLSearchParams(
    Object.fromEntries(
      Object.values(parameters as Readonly<Record<string, Readonly<Record<string, string>>>>).flatMap(
        ({ in: place, name = '', example = '' }) => (place === 'query' ? [[name, example]] : []),
      ),
    ),
  );
  const listPets = () => TE.right({ pets: [rex], next: rex.id });
  const { send } = await startApi({ ports: { store: storeWith({ listPets }) } });
  const { headers } = await send(`GET /v1/pets?${query}`);
  const [, search = ''] = /\?(.*)>/.exec(`${headers['link']}`) ?? [];
  const next = E.map((before: object) => ({ ...before, after: rex.id }))(decodeListPetsQuery(`${query}`));
  expect(decodeListPetsQuery(search)).toEqual(next);
  for (const name of query.keys()) {
    const others = new URLSearchParams(search);
    others.delete(name);
    expect([name, E.isLeft(decodeListPetsQuery(`${others}`))]).toEqual([name, !['limit', 'cursor'].includes(name)]);
  }
});
