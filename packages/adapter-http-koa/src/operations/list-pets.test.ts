import type { AnimalStore, Pet } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import { storeWith } from '../../test/fake-ports.ts';
import { startSender } from '../../test/start-api.ts';

const rex = { id: 1n, name: 'Rex', categoryId: 2n } as Pet;

it.each([
  ['status=sold&limit=1', { limit: 1, status: 'sold' }, 'limit=1&status=sold', '1.1.sold'],
  ['', { limit: 20 }, 'limit=20', '1.1.'],
])('links the page after that of the query "%s"', async (text, query, parameters, cursor) => {
  const listPets = vi.fn<AnimalStore['listPets']>(() => TE.right({ pets: [rex, rex], next: rex.id }));
  const { send } = await startSender({ store: storeWith({ listPets }) });
  const { headers, body } = await send(`GET /v1/pets?${text}`);
  expect(listPets.mock.calls).toEqual([[query]]);
  expect([headers['link'], body]).toEqual([
    `</v1/pets?${parameters}&cursor=${Buffer.from(cursor).toString('base64url')}>; rel="next"`,
    '[{"id":1,"name":"Rex","categoryId":2},{"id":1,"name":"Rex","categoryId":2}]',
  ]);
});

it('links no page after the last one', async () => {
  const { send } = await startSender({ store: storeWith({ listPets: () => TE.right({ pets: [rex] }) }) });
  const { headers, body } = await send('GET /v1/pets');
  expect([headers['link'], body]).toEqual([undefined, '[{"id":1,"name":"Rex","categoryId":2}]']);
});
