import { readFileSync } from 'node:fs';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { createMemoryPetRepository } from '@animal-store/adapter-memory';
import { createAnimalStoreClient, type ListPetsQuery } from '@animal-store/client';
import { createAnimalStore, newPetFields } from '@animal-store/domain';
import { resolve } from '@animal-store/testkit/openapi/schema-check';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect, it } from 'vitest';

const document = createOpenApiDocument({ base: '/v1' });
const read = (path: string): string => readFileSync(projectFile(path), 'utf8');

interface Schema {
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly allOf?: readonly Schema[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId, responses, ...rest }]) => ({
    name: operationId,
    line: `${method.toUpperCase()} ${path}`,
    parameters: resolve<readonly Parameter[]>(document, Reflect.get(rest, 'parameters') ?? []),
    statuses: Object.keys(responses),
    hasBody: 'requestBody' in rest,
    description: `${Reflect.get(rest, 'description')}`,
  })),
);

// The interface leaves the cursor open, and clients take it from the link of the page before.
const chosen = operations
  .flatMap(({ parameters }) => parameters)
  .filter((parameter) => parameter.in === 'query' && parameter.name !== 'cursor');
const chosenNames = chosen.map(({ name }) => name);

const valuesOf = (schema: Schema): readonly string[] => schema.enum ?? schema.allOf?.flatMap(valuesOf) ?? [];

type Values<A> = [A] extends [string] ? (string extends A ? null : Readonly<Record<A, true>>) : null;

/** The values of each query parameter of the client, if it has no others. The compiler requires all of them. */
const clientValues: { readonly [Name in keyof ListPetsQuery]-?: Values<NonNullable<ListPetsQuery[Name]>> } = {
  limit: null,
  status: { available: true, pending: true, sold: true },
};

/** The part of a document about an operation. */
const sectionOf = (line: string): string =>
  read('docs/interface.md')
    .split(/^##+ /m)
    .find((section) => /^4\.\d+ `(.*?)`/.exec(section)?.[1] === line) ?? '';

const statusesIn = (section: string): readonly string[] =>
  [...section.matchAll(/^\| (\d{3}) \|/gm)].map(([, status = '']) => status);

const [clientQuery = ''] =
  /interface ListPetsQuery \{.*?^\}/ms.exec(read('packages/client/src/animal-store-client.ts')) ?? [];

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
    'what a retry of a write does, in its description in openapi.yaml',
    () => operations.flatMap(({ line, description }) => (/^GET|\bretr/.test(`${line}\n${description}`) ? [] : line)),
  ],
  ['a section in docs/interface.md', () => operations.flatMap(({ line }) => (sectionOf(line) === '' ? line : []))],
  [
    'a row of a status in docs/interface.md',
    () =>
      // The interface leaves open how the service refuses a query (section 7), its limits (section 8) and what fails.
      operations.flatMap(({ line, statuses, hasBody }) =>
        statuses
          .filter((status) => /^2|401|404/.test(status) || (status === '400' && hasBody))
          .filter((status) => !statusesIn(sectionOf(line)).includes(status))
          .map((status) => `${line} ${status}`),
      ),
  ],
  [
    'a status of docs/interface.md in openapi.yaml',
    () =>
      operations.flatMap(({ line, statuses }) =>
        statusesIn(sectionOf(line)).flatMap((status) => (statuses.includes(status) ? [] : `${line} ${status}`)),
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
    'a default of a query parameter in docs/interface.md',
    () =>
      chosen.flatMap(({ name, schema }) =>
        new RegExp(`^\\| \`${name}\` \\| [^|]+ \\| ${schema.default ?? 'none'} \\| `, 'm').test(sectionOf('GET /pets'))
          ? []
          : `${name}: ${schema.default ?? 'none'}`,
      ),
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
    () => chosenNames.filter((name) => !clientQuery.includes(`readonly ${name}?: `)),
  ],
  [
    'a value of a field of ListPetsQuery in its type, instead of any text',
    () =>
      chosen.flatMap(({ name, schema }) => {
        const typed = Object.keys(clientValues[name as keyof ListPetsQuery] ?? {});
        return valuesOf(schema).flatMap((value) => (typed.includes(value) ? [] : `${name}: ${value}`));
      }),
  ],
  [
    'a default in the comment of a field of ListPetsQuery',
    () =>
      chosen.flatMap(({ name, schema }) => {
        const comment = clientQuery.split(`readonly ${name}?: `)[0]?.split('/**').at(-1);
        return schema.default === undefined || comment?.includes(`default ${schema.default}.`)
          ? []
          : `${name}: ${schema.default}`;
      }),
  ],
];

it.each(places)('nothing lacks %s', (_, missing) => {
  expect(missing()).toEqual([]);
});
