import { faultsOf } from '@animal-store/testkit/openapi/schema-check';
import { expect, it } from 'vitest';
import { storeOf } from './fake-ports.ts';
import { operations } from './spell-request.ts';
import { startApi } from './start-api.ts';

interface Schema {
  readonly format?: string;
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** One value of each kind that a schema refuses, as JSON. */
const refusedBy = (schema: Schema): readonly string[] => {
  const tooLong = JSON.stringify('x'.repeat((schema.maxLength ?? 0) + 1));
  const values = ['null', 'true', '1', '1.5', '"lost"', tooLong, '[]', '{}'];
  // A validator in JavaScript would round them.
  const beyondInt64 = schema.format === 'int64' ? [`${2n ** 63n}`, `${-(2n ** 63n) - 1n}`] : [];
  return [...values.filter((value) => faultsOf(schema, JSON.parse(value)).length > 0), ...beyondInt64];
};

/** Each body that an operation must refuse, with the pattern of the message about it. */
const rows = operations.flatMap(({ method, target, body }) => {
  if (body === undefined) return [];
  const schema: Schema = body.schema;
  const { properties = {}, required = [] } = schema;
  const valid = Object.entries(JSON.parse(body.text)).map(([name, value]) => [name, JSON.stringify(value)] as const);
  const withValue = (name: string, value: string): string =>
    `{${[...new Map([...valid, [name, value]])].map(([own, text]) => `"${own}":${text}`)}}`;
  const missing = required.map((name) => `${name} is required`).join('; ');
  const ofBody = refusedBy(schema).map(
    (sent) => [sent, sent === '{}' ? missing : 'the body must be an object'] as const,
  );
  const ofFields = Object.entries(properties).flatMap(([name, property]) =>
    refusedBy(property).map((value) => [withValue(name, value), `${name} must [^;]+`] as const),
  );
  return [...ofBody, ...ofFields].map(([sent, message]) => ({ line: `${method} ${target()}`, message, sent }));
});

it.each(rows)('$line gets "$message" about $sent', async ({ line, message, sent }) => {
  const called = (): never => expect.fail('a use case was called');
  const { send } = await startApi({ ports: { store: storeOf(called) } });
  const { status, body } = await send(line, { body: sent });
  const error = {
    code: expect.stringMatching(/^invalid_/),
    message: expect.stringMatching(`^${message}$`),
    status: 400,
  };
  expect([status, JSON.parse(body)]).toEqual([400, error]);
});
