import { readFileSync } from 'node:fs';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { createMemoryPetRepository } from '@animal-store/adapter-memory';
import { createAnimalStoreClient } from '@animal-store/client';
import { createAnimalStore, newPetFields } from '@animal-store/domain';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect, it } from 'vitest';

const document = createOpenApiDocument({ base: '/v1' });
const read = (path: string): string => readFileSync(projectFile(path), 'utf8');

interface Parameter {
  readonly name: string;
  readonly in: string;
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId, ...rest }]) => {
    const described = (Reflect.get(rest, 'parameters') ?? []) as readonly (Parameter & { readonly $ref?: string })[];
    const parameters = described.map((parameter) =>
      parameter.$ref === undefined
        ? parameter
        : (document.components.parameters[parameter.$ref.split('/').at(-1) ?? ''] as Parameter),
    );
    return { name: operationId, line: `${method.toUpperCase()} ${path}`, parameters };
  }),
);

const queryNames = [...new Set(operations.flatMap(({ parameters }) => parameters))].flatMap((parameter) =>
  parameter.in === 'query' ? parameter.name : [],
);
// The interface leaves the cursor open, and clients take it from the link of the page before.
const chosenNames = queryNames.filter((name) => name !== 'cursor');

const useCases = Object.keys(createAnimalStore({ pets: createMemoryPetRepository() }));
const calls = Object.keys(createAnimalStoreClient({ baseUrl: 'http://127.0.0.1/v1', apiKey: 'a' }));

const clientGuide = read('packages/client/README.md');
const { PetInput, Pet } = document.components.schemas;
const fieldsOf = (schema: object = {}): readonly string[] => Object.keys(Reflect.get(schema, 'properties'));
const petFields = ['id', ...newPetFields];

/** The names with which no row of a table begins, in the part of a document from one text to another. */
const withoutRow = (path: string, [from, to]: readonly [string, string], names: readonly string[]) => {
  const [, part = ''] = read(path).split(from);
  return names.filter((name) => !part.split(to)[0]?.includes(`\n| \`${name}\` | `));
};

/** The names that the call of a row in the guide of the client does not take. */
const notTaken = (call: string, names: readonly string[]): readonly string[] => {
  const [taken = ''] = new RegExp(`^\\| \`${call}\\(\\{.*?\\}\\)`, 'm').exec(clientGuide) ?? [];
  return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(taken));
};

/** Where an operation, a query parameter or a field has to appear, by what is missing if it does not. */
const places: readonly (readonly [what: string, missing: () => readonly string[]])[] = [
  ['a use case of the domain', () => operations.flatMap(({ name }) => (useCases.includes(name) ? [] : name))],
  ['an operation for each use case', () => useCases.filter((name) => operations.every((each) => each.name !== name))],
  ['a call of the client', () => operations.flatMap(({ name }) => (calls.includes(name) ? [] : name))],
  [
    'a row in packages/client/README.md',
    () => operations.flatMap(({ name }) => (clientGuide.includes(`| \`${name}(`) ? [] : name)),
  ],
  [
    'a section in docs/interface.md',
    () =>
      operations.flatMap(({ line }) =>
        new RegExp(`^### 4\\.\\d+ \`${line.replaceAll(/[{}]/g, '\\$&')}\``, 'm').test(read('docs/interface.md'))
          ? []
          : line,
      ),
  ],
  [
    'a row in docs/api.md',
    () =>
      operations.flatMap(({ line }) =>
        new RegExp(`^\\| \`${line.replace(' ', ' /v1').replaceAll(/[{}]/g, '\\$&')}[?\`]`, 'm').test(
          read('docs/api.md'),
        )
          ? []
          : line,
      ),
  ],
  [
    'its query parameter in that row of docs/api.md',
    () =>
      operations.flatMap(({ line, parameters }) => {
        const names = parameters.flatMap((parameter) => (parameter.in === 'query' ? parameter.name : []));
        const query = names.length === 0 ? '' : `?${names.join('&')}`;
        return read('docs/api.md').includes(`| \`${line.replace(' ', ' /v1')}${query}\` |`) ? [] : `${line}${query}`;
      }),
  ],
  [
    'a row of a query parameter in docs/interface.md',
    () => withoutRow('docs/interface.md', ['### 4.1 ', '\n#'], chosenNames),
  ],
  [
    'a query parameter of the client in its README',
    () => ['listPets', 'pages', 'pets'].flatMap((call) => notTaken(call, chosenNames)),
  ],
  ['a field of an animal in openapi.yaml', () => petFields.filter((name) => !fieldsOf(Pet).includes(name))],
  ['a field of a new animal in openapi.yaml', () => newPetFields.filter((name) => !fieldsOf(PetInput).includes(name))],
  [
    'a row of a field in docs/interface.md',
    () => withoutRow('docs/interface.md', ['**NewPet**', '**Error**'], petFields),
  ],
  ['a row of a field in docs/api.md', () => withoutRow('docs/api.md', ['these fields:', '\n## '], petFields)],
  ['a field of a new animal in the README of the client', () => notTaken('addPet', newPetFields)],
  [
    'a field of ListPetsQuery in the client',
    () => {
      const [query = ''] =
        /interface ListPetsQuery \{.*?^\}/ms.exec(read('packages/client/src/animal-store-client.ts')) ?? [];
      return chosenNames.filter((name) => !query.includes(`readonly ${name}?: `));
    },
  ],
];

it.each(places)('nothing lacks %s', (_, missing) => {
  expect(missing()).toEqual([]);
});
