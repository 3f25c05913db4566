import { either as E } from 'fp-ts';
import * as t from 'io-ts';
import type { ApiKeyId } from './access/api-key.ts';

interface IdempotencyKeyBrand {
  readonly IdempotencyKey: unique symbol;
}

/** A name that a client gives to one creation, so that it can safely repeat it: 1–255 visible ASCII characters. */
export type IdempotencyKey = t.Branded<string, IdempotencyKeyBrand>;

const isIdempotencyKey = (value: unknown): value is IdempotencyKey =>
  typeof value === 'string' && /^[!-~]{1,255}$/.test(value);

export const IdempotencyKey: t.Type<IdempotencyKey, string, unknown> = new t.Type(
  'IdempotencyKey',
  isIdempotencyKey,
  (input, context) =>
    isIdempotencyKey(input) ? E.right(input) : t.failure(input, context, 'must be 1 to 255 visible ASCII characters'),
  (key) => key,
);

/** An idempotency key and the API key it belongs to: the same text under another API key is another one. */
export interface Idempotency {
  readonly scope: ApiKeyId;
  readonly key: IdempotencyKey;
}
