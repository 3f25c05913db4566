import fc from 'fast-check';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { requestIdOf } from '../message/request-id.ts';
import { decodeIdempotencyKey } from '../operations/idempotency-key-header.ts';
import { decodeListPetsQuery } from '../operations/list-pets-query.ts';
import { headers } from './headers.ts';
import type { Schema } from './open-api-document.ts';
import { parameters } from './parameters.ts';

const patternOf = ({ schema }: { readonly schema: Schema }): RegExp => new RegExp(schema.pattern ?? 'none');

// Texts that are often near the border of the rule, quotes and lengths included.
const visible = fc.string({ unit: fc.constantFrom('a', '"', '\\', '!', '~', ' ', 'é', '\t'), maxLength: 6 });
const long = fc.integer({ min: 250, max: 260 }).map((length) => 'k'.repeat(length));
const escaped = fc.integer({ min: 250, max: 260 }).map((length) => '\\"'.repeat(length));
const texts = fc.oneof(
  visible,
  long,
  fc.oneof(visible, long, escaped).map((text) => `"${text}"`),
);

it('has the pattern of the Idempotency-Key that the service reads', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(patternOf(parameters.IdempotencyKey).test(text)).toBe(E.isRight(decodeIdempotencyKey(text)));
    }),
    { numRuns: 2_000 },
  );
});

it('has the pattern of the X-Request-Id that the service accepts', () => {
  const ids = fc.string({ unit: fc.constantFrom('a', 'Z', '9', '.', '_', '-', ' ', '/'), maxLength: 66 });
  fc.assert(
    fc.property(ids, (text) => {
      expect(patternOf(headers('/v1').RequestId).test(text)).toBe(requestIdOf(text) === text);
    }),
    { numRuns: 2_000 },
  );
});

it('has examples of the query that may be sent together', () => {
  const { Limit, Status } = parameters;
  const query = new URLSearchParams(
    Object.fromEntries([Limit, Status].map(({ name, example }) => [name, `${example}`])),
  );
  expect(decodeListPetsQuery(`${query}`)).toEqual(E.right({ limit: 50, status: 'available' }));
});
