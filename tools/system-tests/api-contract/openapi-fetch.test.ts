import { startService } from '@animal-store/testkit/service';
import createClient from 'openapi-fetch';
import { expect, it } from 'vitest';
// `npm run types` writes this file from `openapi.yaml`, by the command of docs/clients.md.
import type { components, paths } from './dist/openapi.d.ts';

// The types of TypeScript lack this function, which keeps an integer above 2^53 exact.
const rawJson: (digits: string) => number = Reflect.get(JSON, 'rawJSON');

it('a client with types from the document adds animals exactly, lists all pages, and reads an error', async () => {
  const { baseUrl, apiKey } = await startService();
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });

  const categoryId = '-9223372036854775808';
  const input: components['schemas']['PetInput'] = { name: 'Zoë 🐈', categoryId: rawJson(categoryId), status: 'sold' };
  const added = await client.POST('/pets', { body: input, parseAs: 'text' });
  expect(added.data).toBe(`{"id":1,"name":"Zoë 🐈","categoryId":${categoryId},"status":"sold"}`);
  expect((await client.POST('/pets', { body: { name: 'Kim', categoryId: 1 } })).data?.id).toBe(2);

  const listFrom = async (cursor?: string): Promise<readonly string[]> => {
    const query = { limit: 1, ...(cursor !== undefined && { cursor }) };
    const { data = [], response } = await client.GET('/pets', { params: { query } });
    const [, link] = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '') ?? [];
    const next = link && new URL(link, response.url).searchParams.get('cursor');
    return [...data.map(({ name }) => name), ...(next ? await listFrom(next) : [])];
  };
  expect(await listFrom()).toEqual(['Zoë 🐈', 'Kim']);

  const { error } = await client.GET('/pets/{petId}', { params: { path: { petId: 9 } } });
  expect(error).toEqual({ code: 'not_found', message: 'no animal has this id', status: 404 });
});
