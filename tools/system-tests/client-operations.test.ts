import { readFileSync } from 'node:fs';
import { createAnimalStoreClient } from '@animal-store/client';
import { projectFile } from '@animal-store/testkit/project-file';
import { makeApiKey } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import { type Operation, operations } from './api-contract/operations.ts';

// An operation of the client takes the id, then the animal, as far as its request has them.
const inputOf = ({ path, body }: Operation): readonly unknown[] => [
  ...(path.includes('{petId}') ? [7n] : []),
  ...(body === undefined ? [] : [{ name: 'Rex', categoryId: 1n }]),
];

it('are those of the OpenAPI document, by name, method and path', async () => {
  const sent: string[] = [];
  const send: typeof fetch = (input, init) => {
    sent.push(`${init?.method} ${new URL(String(input)).pathname}`);
    return Promise.resolve(Response.json({ code: 'not_found', message: 'none', status: 404 }, { status: 404 }));
  };
  const { pages, pets, ...client } = createAnimalStoreClient({
    baseUrl: 'http://animals.test/v1',
    apiKey: makeApiKey(),
    fetch: send,
  });
  expect(Object.keys(client).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
  for (const operation of operations) {
    const call: (...input: readonly unknown[]) => Promise<unknown> = Reflect.get(client, operation.name);
    await call(...inputOf(operation)).catch(() => undefined);
  }
  expect(sent).toEqual(operations.map(({ method, target }) => `${method} ${target(7n)}`));
});

it('are all in the interface, the guide to the API, and that to the client', () => {
  const shown = (file: string): string => readFileSync(projectFile(file), 'utf8');
  const [specified, api, client] = ['docs/interface.md', 'docs/api.md', 'packages/client/README.md'].map(shown);
  for (const { name, method, path } of operations) {
    expect(specified).toContain(` \`${method} ${path}\``);
    expect(api).toContain(`| \`${method} /v1${path}`);
    expect(client).toContain(`| \`${name}(`);
  }
});
