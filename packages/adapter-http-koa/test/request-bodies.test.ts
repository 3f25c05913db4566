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

/** Bodies, and the pattern of the message about those that the schema refuses. */
const rows = operations.flatMap(({ method, target, body }) => {
  if (body === undefined) return [];
  const schema: Schema = body.schema;
  const { properties = {}, required = [] } = schema;
  const example = new Map(Object.entries(JSON.parse(body.text)).map(([name, value]) => [name, JSON.stringify(value)]));
  const spell = (fields: Iterable<readonly [string, string]>): string =>
    `{${[...fields].map(([name, value]) => `"${name}":${value}`).join()}}`;
  const missing = required.map((name) => `${name} is required`).join('; ');
  const whole = kinds.map((sent) => ({
    sent,
    rule: accepts(schema, sent) ? undefined : sent === '{}' ? missing : 'the body must be an object',
  }));
  const values = Object.entries(properties).flatMap(([name, property]) =>
    valuesFor(property).map((value) => ({
      sent: spell(new Map([...example, [name, value]])),
      rule: accepts(property, value) ? undefined : `${name} must [^;]+`,
    })),
  );
  const incomplete = Object.keys(properties).map((name) => {
    const sent = spell([...example].filter(([own]) => own !== name));
    return { sent, rule: accepts(schema, sent) ? undefined : `${name} is required` };
  });
  return [...whole, ...values, ...incomplete].map((row) => ({ line: `${method} ${target()}`, ...row }));
});

it.each(rows)(
  '$line calls the store exactly if the schema accepts $sent, or says: $rule',
  async ({ line, sent, rule }) => {
    const { send } = await startApi({ ports: { store: storeOf(() => unavailable) } });
    const { status, body } = await send(line, { body: sent });
    const { code, message } = JSON.parse(body);
    expect([status, code, message]).toEqual(
      rule === undefined
        ? [503, 'service_unavailable', 'the store does not respond at the moment; retry later']
        : [400, expect.stringMatching(/^invalid_/), expect.stringMatching(`^${rule}$`)],
    );
  },
);
