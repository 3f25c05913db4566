import { readFileSync } from 'node:fs';
import { createAnimalStoreClient } from '@animal-store/client';
import { projectFile } from '@animal-store/testkit/project-file';
import { startService } from '@animal-store/testkit/service';
import { expect, it, onTestFinished } from 'vitest';
import { type Operation, operations } from './api-contract/operations.ts';

const animal = { name: 'Rex', categoryId: 1n };

// An operation of the client takes the id, then the animal, as far as its request has them.
const inputOf = ({ path, body }: Operation, id: bigint): readonly unknown[] => [
  ...(path.includes('{petId}') ? [id] : []),
  ...(body === undefined ? [] : [animal]),
];

it('are those of the OpenAPI document, by name, method and path, and each succeeds', async () => {
  const service = await startService();
  onTestFinished(async () => void (await service.stop()));
  const sent: string[] = [];
  const send: typeof fetch = (input, init) => {
    sent.push(`${init?.method} ${new URL(String(input)).pathname}`);
    return fetch(input, init);
  };
  const connect = (options: object) =>
    createAnimalStoreClient({ baseUrl: service.baseUrl, apiKey: service.apiKey, ...options });
  const { pages, pets, ...client } = connect({ fetch: send });
  expect(Object.keys(client).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
  const { id } = await connect({}).addPet(animal);
  for (const operation of operations) {
    const call: (...input: readonly unknown[]) => Promise<unknown> = Reflect.get(client, operation.name);
    await call(...inputOf(operation, id));
  }
  expect(sent).toEqual(operations.map(({ method, target }) => `${method} ${target(id)}`));
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
