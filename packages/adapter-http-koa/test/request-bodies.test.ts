import { faultsOf } from '@animal-store/testkit/openapi/schema-check';
import { expect, it } from 'vitest';
import { storeOf, unavailable } from './fake-ports.ts';
import { operations } from './spell-request.ts';
import { startApi } from './start-api.ts';

interface Schema {
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

const kinds = ['null', 'true', '1', '1.5', '"lost"', '[]', '{}'];
const int64s = [2n ** 63n - 1n, -(2n ** 63n)].map(String);
// A validator in JavaScript would round them to an int64.
const beyondInt64 = [2n ** 63n, -(2n ** 63n) - 1n].map(String);

/** Values as JSON: one of each kind, and those on both sides of the limits of a schema. */
const valuesFor = ({ enum: listed = [], maxLength = 0 }: Schema): readonly string[] => {
  const texts = [...listed, 'x'.repeat(maxLength), 'x'.repeat(maxLength + 1)];
  return [...new Set([...kinds, ...texts.map((text) => JSON.stringify(text)), ...int64s, ...beyondInt64])];
};

const accepts = (schema: Schema, json: string): boolean =>
  faultsOf(schema, JSON.parse(json)).length === 0 && !(schema.format === 'int64' && beyondInt64.includes(json));

/** Each operation with a body: its schema, and the fields of its example as JSON. */
const bodies = operations.flatMap(({ method, target, body }) => {
  if (body === undefined) return [];
  const example = Object.entries(JSON.parse(body.text)).map(([name, value]) => [name, JSON.stringify(value)] as const);
  return { line: `${method} ${target()}`, schema: body.schema as Schema, example: new Map(example) };
});

const spell = (fields: Iterable<readonly [name: string, json: string]>): string =>
  `{${[...fields].map(([name, json]) => `"${name}":${json}`).join()}}`;

/** Sends a body. Returns the message of a 400, or `accepted` if the store was called. */
const outcomeOf = async (line: string, body: string): Promise<string> => {
  const { send } = await startApi({ ports: { store: storeOf(() => unavailable) } });
  const response = await send(line, { body });
  const { message } = JSON.parse(response.body);
  expect([response.status, message]).toEqual([response.status === 503 ? 503 : 400, expect.any(String)]);
  return response.status === 503 ? 'accepted' : message;
};

const values = bodies.flatMap(({ line, schema, example }) =>
  Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    valuesFor(property).map((json) => {
      const outcome = accepts(property, json) ? /^accepted$/ : new RegExp(`^${name} must [^;]+$`);
      return { line, name, json, sent: spell(new Map([...example, [name, json]])), outcome };
    }),
  ),
);

it.each(values)('$line and its schema agree on the $name $json: $outcome', async ({ line, sent, outcome }) => {
  expect(await outcomeOf(line, sent)).toMatch(outcome);
});

const incomplete = bodies.flatMap(({ line, schema, example }) =>
  Object.keys(schema.properties ?? {}).map((name) => {
    const outcome = schema.required?.includes(name) ? `${name} is required` : 'accepted';
    return { line, name, sent: spell([...example].filter(([own]) => own !== name)), outcome };
  }),
);

it.each(incomplete)('$line without the field $name: $outcome', async ({ line, sent, outcome }) => {
  expect(await outcomeOf(line, sent)).toBe(outcome);
});

const notObjects = bodies.flatMap(({ line }) => kinds.filter((json) => json !== '{}').map((sent) => ({ line, sent })));

it.each(notObjects)('$line refuses $sent, which is not an object', async ({ line, sent }) => {
  expect(await outcomeOf(line, sent)).toBe('the body must be an object');
});
