import { describe, expect, test } from 'vitest';
import { fakeClient } from '../test/fake-client.ts';
import { type Fate, jsonResponse } from '../test/fake-fetch.ts';
import { rejection } from '../test/rejection.ts';
import type { ListPetsQuery } from './animal-store-client.ts';

const page = (ids: readonly number[], next?: string): Fate =>
  jsonResponse(
    200,
    JSON.stringify(ids.map((id) => ({ id, name: `Rex ${id}`, categoryId: 1 }))),
    next === undefined ? {} : { Link: `<${next}>; rel="next"` },
  );

const threePages = (): readonly Fate[] => [page([1, 2], '/v1/pets?cursor=a'), page([], '/v1/pets?cursor=b'), page([3])];

const urls = ['https://animals.example/v1/pets?cursor=a', 'https://animals.example/v1/pets?cursor=b'];

describe('pages', () => {
  test('follow the links to the end', async () => {
    const client = fakeClient(threePages());
    const ids: (readonly bigint[])[] = [];
    for await (const { pets } of client.pages({ limit: 2 })) ids.push(pets.map(({ id }) => id));
    expect(ids).toEqual([[1n, 2n], [], [3n]]);
    expect(client.sent.map(({ url }) => url)).toEqual(['https://animals.example/v1/pets?limit=2', ...urls]);
  });

  test('are requested only when they are used', async () => {
    const client = fakeClient(threePages());
    const pages = client.pages();
    expect(client.sent.length).toBe(0);
    await pages.next();
    expect(client.sent.length).toBe(1);
    await pages.return();
    expect(await pages.next()).toEqual({ done: true, value: undefined });
    expect(client.sent.length).toBe(1);
  });
});

describe('pets', () => {
  test('come one by one', async () => {
    const client = fakeClient(threePages());
    const ids: bigint[] = [];
    for await (const { id } of client.pets()) ids.push(id);
    expect(ids).toEqual([1n, 2n, 3n]);
    expect(client.sent.map(({ url }) => url)).toEqual(['https://animals.example/v1/pets?limit=100', ...urls]);
  });

  test.each<readonly [ListPetsQuery, string]>([
    [{ limit: undefined }, '?limit=100'],
    [{ limit: 7 }, '?limit=7'],
    [{ status: 'sold' }, '?limit=100&status=sold'],
  ])('of the query %j', async (query, search) => {
    const client = fakeClient([page([])]);
    expect(await client.pets(query).next()).toEqual({ done: true, value: undefined });
    expect(client.sent[0]?.url).toBe(`https://animals.example/v1/pets${search}`);
  });

  test('request no page that is not used', async () => {
    const client = fakeClient(threePages());
    for await (const { id } of client.pets()) if (id === 2n) break;
    expect(client.sent.length).toBe(1);
  });

  test('end with the error of a page', async () => {
    const client = fakeClient([page([1], '/v1/pets?cursor=a'), jsonResponse(200, '{}')]);
    const pets = client.pets();
    await pets.next();
    expect(await rejection(pets.next())).toMatchObject({ code: 'unexpected_response' });
  });

  test('end when the caller aborts them', async () => {
    const controller = new AbortController();
    const pets = fakeClient(threePages()).pets({}, { signal: controller.signal });
    await pets.next();
    await pets.next();
    controller.abort('enough');
    expect(await rejection(pets.next())).toBe('enough');
  });
});
