import { readFileSync } from 'node:fs';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { createAnimalStoreClient } from '@animal-store/client';
import { projectFile } from '@animal-store/testkit/project-file';
import { makeApiKey } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import { type Operation, operations } from './api-contract/operations.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Message {
  readonly content?: { readonly [mediaType: string]: { readonly schema: Schema } };
}

interface Described {
  readonly requestBody?: Message;
  readonly responses: Readonly<Record<string, Message>>;
}

const { paths, components } = createOpenApiDocument({ base: '/v1' });
const schemas: Readonly<Record<string, Schema>> = components.schemas;

/** A value with every field that a schema describes. A field that can be null is not. */
const sampleOf = (schema: Schema): unknown => {
  const { $ref, type: types, items, anyOf, properties = {}, enum: values } = schema;
  const [type] = [types].flat();
  if ($ref !== undefined) return sampleOf(schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  if (anyOf !== undefined) return sampleOf(anyOf[0] ?? {});
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, sampleOf(field)]));
  if (type === 'array') return [sampleOf(items ?? {})];
  if (type === 'integer') return 7;
  if (type === 'string') return values?.[0] ?? 'Rex';
  throw new Error(`no sample of ${JSON.stringify(schema)}`);
};

const bodyOf = ({ content = {} }: Message): unknown => {
  const [described] = Object.values(content);
  return described && sampleOf(described.schema);
};

const describedAs = ({ path, method }: Operation): Described =>
  Reflect.get(paths[path] ?? {}, method.toLowerCase()) as Described;

// An operation of the client takes the id, then the animal, as far as its request has them.
const inputOf = (operation: Operation): readonly unknown[] => {
  const { requestBody } = describedAs(operation);
  return [...(operation.path.includes('{petId}') ? [7n] : []), ...(requestBody ? [bodyOf(requestBody)] : [])];
};

const withNumbers = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, field) => (typeof field === 'bigint' ? Number(field) : field)) ?? 'null');

const createClient = (fetch: typeof globalThis.fetch) =>
  createAnimalStoreClient({ baseUrl: 'http://animals.test/v1', apiKey: makeApiKey(), fetch });

it('are those of the OpenAPI document, by name', () => {
  const { pages, pets, ...client } = createClient(fetch);
  expect(Object.keys(client).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
});

it.each(operations)(
  '$name sends every documented field, and returns every one of its documented success',
  async (operation) => {
    const { requestBody, responses } = describedAs(operation);
    const body = bodyOf(responses[operation.success] ?? {});
    const sent: unknown[] = [];
    const client = createClient((input, init) => {
      sent.push(init?.method, new URL(String(input)).pathname, JSON.parse(String(init?.body ?? null)));
      const text = body === undefined ? null : JSON.stringify(body);
      return Promise.resolve(new Response(text, { status: operation.success }));
    });
    const call: (...input: readonly unknown[]) => Promise<unknown> = Reflect.get(client, operation.name);
    const result = withNumbers(await call(...inputOf(operation)));
    const expected = Array.isArray(body) ? { pets: body } : (body ?? null);
    expect(result).toEqual(expected);
    expect(sent).toEqual([operation.method, operation.target(7n), requestBody ? bodyOf(requestBody) : null]);
  },
);

it('are all in the interface, the guide to the API, and that to the client', () => {
  const shown = (file: string): string => readFileSync(projectFile(file), 'utf8');
  const [specified, api, client] = ['docs/interface.md', 'docs/api.md', 'packages/client/README.md'].map(shown);
  for (const { name, method, path } of operations) {
    expect(specified).toContain(` \`${method} ${path}\``);
    expect(api).toContain(`| \`${method} /v1${path}`);
    expect(client).toContain(`| \`${name}(`);
  }
});
