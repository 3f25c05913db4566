import { join } from 'node:path';
import { afterGroup } from '@animal-store/testkit/at-end';
import { expectAdded, type HttpResponse, header, text } from '@animal-store/testkit/http';
import { type RunningService, startService } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, testSmoke } from './test-smoke.ts';

testSmoke(() => ({ SQLITE_FILE: join(temporaryFolder(), 'animals.db') }));

// The promises to clients, on the store in memory. The laws of `domain-testkit` are those of every store, and the tests of the
// HTTP adapter have the tables of what is refused.
let service: RunningService;
let api: ReturnType<typeof clientOf>;
const atEnd = afterGroup();
beforeAll(async () => {
  service = await startService({}, atEnd);
  api = clientOf(service);
}, 60_000);
afterAll(async () => {
  expect(await service?.stop()).toBe(0);
});

// The store is empty before it.
it('lists all animals once, ascending, with the text of their creation, by pages of each size', async () => {
  const herd: string[] = [];
  for (let index = 0; index < 121; index += 1)
    herd.push(expectAdded(await api.post(`{"name":"herd ${index}","categoryId":${index}}`)).text);
  for (const [limit, first] of [
    [20, '/v1/pets'],
    [19, '/v1/pets?limit=19'],
    [100, '/v1/pets?limit=100'],
  ] as const) {
    let next: string | undefined = first;
    for (let from = 0; from < herd.length; from += limit) {
      const page: HttpResponse = await api.get(next ?? 'no next page');
      expect([page.status, text(page)]).toEqual([200, `[${herd.slice(from, from + limit)}]`]);
      next = /^<(\/v1\/pets\?[!-;=?-~]+)>; rel="next"$/.exec(header(page, 'link') ?? '')?.[1];
    }
    expect(next).toBeUndefined();
  }
});

it.each([
  ...['available', 'pending', 'sold'].map((status) => `"name":"Rex","categoryId":1,"status":"${status}"`),
  '"name":"","categoryId":0',
  '"name":"Zoe\u0308 猫 👩‍👩‍👧\\u0000\u2028","categoryId":1',
  ...['9007199254740993', '-9223372036854775808', '9223372036854775807'].map((id) => `"name":"Rex","categoryId":${id}`),
])('adds and keeps %s, and returns it with any query, and to HEAD without the body', async (fields) => {
  const added = expectAdded(await api.post(`{${fields}}`));
  expect(added.text).toBe(`{"id":${added.id},${fields}}`);
  const found = await api.get(`/v1/pets/${added.id}?limit=0&status=lost&%ZZ`);
  expect([found.status, text(found)]).toEqual([200, added.text]);
  const head = await api.send('HEAD', `/v1/pets/${added.id}`);
  expect([head.status, text(head), header(head, 'content-length')]).toEqual([200, '', `${found.body.length}`]);
});
