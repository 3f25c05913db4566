import type * as t from 'io-ts';
import { fromGuard } from './from-guard.ts';

interface IdempotencyKeyBrand {
  readonly IdempotencyKey: unique symbol;
}
interface IdempotencyScopeBrand {
  readonly IdempotencyScope: unique symbol;
}

/** A name that a client gives to one creation, so that it can retry it safely: 1–255 visible ASCII characters. */
export type IdempotencyKey = t.Branded<string, IdempotencyKeyBrand>;

/** The client that an idempotency key belongs to: 1–255 visible ASCII characters. */
export type IdempotencyScope = t.Branded<string, IdempotencyScopeBrand>;

const visibleAscii = <A extends string>(name: string): t.Type<A, string, unknown> =>
  fromGuard(
    name,
    (input): input is A => typeof input === 'string' && /^[!-~]{1,255}$/.test(input),
    'must be 1 to 255 visible ASCII characters',
  );

/** Decodes a text of 1–255 visible ASCII characters as an `IdempotencyKey`. */
export const IdempotencyKey: t.Type<IdempotencyKey, string, unknown> = visibleAscii('IdempotencyKey');

/** Decodes a text of 1–255 visible ASCII characters as an `IdempotencyScope`. */
export const IdempotencyScope: t.Type<IdempotencyScope, string, unknown> = visibleAscii('IdempotencyScope');

/** An idempotency key and its scope: the same text in another scope is another key. */
export interface Idempotency {
  readonly scope: IdempotencyScope;
  readonly key: IdempotencyKey;
}
