import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { newPetFields } from '@animal-store/domain';
import { checkedAgainst, type HttpResponse, header, text } from '@animal-store/testkit/http';
import { startWithIssuedKey } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';

const document = createOpenApiDocument({ base: '/v1' });
const { clientOf } = checkedAgainst(document);

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
);

/** Expects that an animal was added. Returns its id, and the exact text of the response. */
const expectAdded = (response: HttpResponse) => {
  const body = text(response);
  expect(response.status, body).toBe(201);
  const [, id = ''] = /^\{"id":([1-9]\d*),/.exec(body) ?? [];
  expect(header(response, 'location')).toBe(`/v1/pets/${id}`);
  return { id, text: body };
};

const outcomeOf = (error: HttpResponse): unknown => [error.status, JSON.parse(text(error)).code];

/** Tests that the service serves from a store, which the variables name: every operation once, over HTTP. */
export const testSmoke = (variables: () => Readonly<Record<string, string>>): void => {
  it('adds once, lists, filters and finds animals, with exact integers', { timeout: 60_000 }, async () => {
    const service = await startWithIssuedKey(variables());
    const api = clientOf(service);
    const rex = '{"name":"Rex","categoryId":9007199254740993,"status":"sold"}';
    // It has every field, so that each store keeps it, and its response is compared with the OpenAPI document.
    expect(Object.keys(JSON.parse(rex))).toEqual(newPetFields);
    const first = expectAdded(await api.post(rex, 'once'));
    const respelt = ' { "id" : 7 , "status" : "sold" , "categoryId" : 9007199254740993 , "name" : "\\u0052ex" } ';
    const retry = await api.post(respelt, '"once"');
    expect([expectAdded(retry), header(retry, 'idempotent-replayed')]).toEqual([first, 'true']);
    const other = await api.post(rex.replace('993', '992'), 'once');
    expect(outcomeOf(other)).toEqual([422, 'idempotency_key_reused']);
    const second = expectAdded(await api.add('Tom'));

    const page = await api.get('/v1/pets?limit=1');
    expect(text(page)).toBe(`[${first.text}]`);
    const [, next = ''] = /^<(.*)>; rel="next"$/.exec(header(page, 'link') ?? '') ?? [];
    expect(text(await api.get(next))).toBe(`[${second.text}]`);
    expect(text(await api.get('/v1/pets?status=sold'))).toBe(`[${first.text}]`);
    expect(text(await api.get(`/v1/pets/${second.id}`))).toBe(second.text);
    expect(outcomeOf(await api.get('/v1/pets/9223372036854775807'))).toEqual([404, 'not_found']);
    // Every operation has succeeded on this store.
    const succeeded = new Set([...api.received].flatMap((name) => /^(.*) 2\d\d$/.exec(name ?? '')?.[1] ?? []));
    expect(operations.filter((operation) => !succeeded.has(operation))).toEqual([]);
    expect(await service.stop()).toBe(0);
  });
};
