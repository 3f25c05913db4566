import { readFileSync } from 'node:fs';
import { type AnimalStoreClient, createAnimalStoreClient, type OperationName } from '@animal-store/client';
import { projectFile } from '@animal-store/testkit/project-file';
import { makeApiKey } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import { operations } from './api-contract/operations.ts';

// The compiler demands a call for each operation of the client.
const calls: Readonly<Record<OperationName, (client: AnimalStoreClient) => unknown>> = {
  listPets: (client) => client.listPets(),
  addPet: (client) => client.addPet({ name: 'Rex', categoryId: 1n }),
  getPet: (client) => client.getPet(7n),
};

it('are those of the OpenAPI document, by name, method and path', async () => {
  const sent: Record<string, string> = {};
  for (const [name, call] of Object.entries(calls)) {
    const send: typeof fetch = (input, init) => {
      sent[name] = `${init?.method} ${new URL(String(input)).pathname}`;
      return Promise.resolve(Response.json({ code: 'not_found', message: 'none', status: 404 }, { status: 404 }));
    };
    const client = createAnimalStoreClient({ baseUrl: 'http://animals.test/v1', apiKey: makeApiKey(), fetch: send });
    await Promise.resolve(call(client)).catch(() => undefined);
  }
  expect(sent).toEqual(
    Object.fromEntries(operations.map(({ name, method, target }) => [name, `${method} ${target(7n)}`])),
  );
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
