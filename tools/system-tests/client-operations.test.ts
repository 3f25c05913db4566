import { readFileSync } from 'node:fs';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { createAnimalStoreClient } from '@animal-store/client';
import type { ApiOperation } from '@animal-store/testkit/openapi';
import { projectFile } from '@animal-store/testkit/project-file';
import { makeApiKey } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import { operations } from './api-contract/operations.ts';

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

/** A value with every field that a schema describes. Each field that can be null is null, or none is. */
const sampleOf = (schema: Schema, nulls: boolean): unknown => {
  const { $ref, type: types, items, anyOf, properties = {}, enum: values } = schema;
  const type = [types].flat().find((one) => (one === 'null') === nulls) ?? [types].flat()[0];
  if ($ref !== undefined) return sampleOf(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, nulls);
  if (anyOf !== undefined) return sampleOf(anyOf.at(nulls ? -1 : 0) ?? {}, nulls);
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, sampleOf(field, nulls)]));
  if (type === 'array') return [sampleOf(items ?? {}, nulls)];
  if (type === 'null') return null;
  if (type === 'integer') return 7;
  if (type === 'string') return values?.[0] ?? 'Rex';
  throw new Error(`no sample of ${JSON.stringify(schema)}`);
};

const bodyOf = ({ content = {} }: Message, nulls = false): unknown => {
  const [described] = Object.values(content);
  return described && sampleOf(described.schema, nulls);
};

const describedAs = ({ path, method }: ApiOperation): Described =>
  Reflect.get(paths[path] ?? {}, method.toLowerCase()) as unknown as Described;

// An operation of the client takes the id, then the animal, as far as its request has them.
const inputOf = ({ path }: ApiOperation, body: unknown): readonly unknown[] => [
  ...(path.includes('{petId}') ? [7n] : []),
  ...(body === undefined ? [] : [body]),
];

const withNumbers = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, field) => (typeof field === 'bigint' ? Number(field) : field)) ?? 'null');

const createClient = (fetch: typeof globalThis.fetch) =>
  createAnimalStoreClient({ baseUrl: 'http://animals.test/v1', apiKey: makeApiKey(), fetch });

it('are those of the OpenAPI document, by name', () => {
  const { pages, pets, ...client } = createClient(fetch);
  expect(Object.keys(client).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
});

it.each(operations.flatMap((operation) => [false, true].map((nulls) => ({ ...operation, nulls }))))(
  '$name sends every documented field, null where it can be: $nulls, and returns every one of its documented success',
  async ({ nulls, ...operation }) => {
    const { requestBody = {}, responses } = describedAs(operation);
    const [given, body] = [bodyOf(requestBody, nulls), bodyOf(responses[operation.success] ?? {})];
    const sent: unknown[] = [];
    const client = createClient((input, init) => {
      sent.push(init?.method, new URL(String(input)).pathname, JSON.parse(String(init?.body ?? null)));
      const text = body === undefined ? null : JSON.stringify(body);
      return Promise.resolve(new Response(text, { status: operation.success }));
    });
    const call: (...input: readonly unknown[]) => Promise<unknown> = Reflect.get(client, operation.name);
    const result = withNumbers(await call(...inputOf(operation, given)));
    const expected = Array.isArray(body) ? { pets: body } : (body ?? null);
    expect(result).toEqual(expected);
    expect(sent).toEqual([operation.method, operation.target(7n), given ?? null]);
  },
);

// An operation may have more.
const leastStatuses = ({ path, success, body }: ApiOperation): readonly number[] => [
  success,
  ...(body ? [400] : []),
  401,
  ...(path.includes('{petId}') ? [404] : []),
];

it('are all in the interface with their statuses, the guide to the API, and that to the client', () => {
  const shown = (file: string): string => readFileSync(projectFile(file), 'utf8');
  const [specified = '', api, client] = ['docs/interface.md', 'docs/api.md', 'packages/client/README.md'].map(shown);
  const sections = specified.split(/^### [\d.]+ /m);
  for (const operation of operations) {
    const { name, method, path } = operation;
    const section = sections.find((text) => text.startsWith(`\`${method} ${path}\``));
    const statuses = [...(section?.matchAll(/^\| (\d+) \|/gm) ?? [])].map(([, status]) => Number(status));
    expect(statuses).toEqual(expect.arrayContaining([...leastStatuses(operation)]));
    expect(Object.keys(describedAs(operation).responses).map(Number)).toEqual(expect.arrayContaining(statuses));
    expect(api).toContain(`| \`${method} /v1${path}`);
    expect(client).toContain(`| \`${name}(`);
  }
});
