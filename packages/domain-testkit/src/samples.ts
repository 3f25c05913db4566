import assert from 'node:assert/strict';
import { ApiKey, ApiKeyDigest, ApiKeyId, Instant } from '@animal-store/access';
import {
  type Idempotency,
  IdempotencyKey,
  IdempotencyScope,
  NewPet,
  PetId,
  type PetStatus,
} from '@animal-store/domain';
import { either as E } from 'fp-ts';

/** The part of a codec of the domain that the kit needs. */
export interface Decoder<A> {
  readonly decode: (input: unknown) => E.Either<unknown, A>;
}

/** Decodes a value that must be valid: an invalid one is a bug in the kit. */
export const decoded =
  <A>(codec: Decoder<A>) =>
  (input: unknown): A => {
    const result = codec.decode(input);
    return E.isRight(result) ? result.right : assert.fail('the kit made a value that the domain refuses');
  };

export const petId: (id: bigint) => PetId = decoded(PetId);
export const instant: (milliseconds: number) => Instant = decoded(Instant);
export const apiKeyId: (id: string) => ApiKeyId = decoded(ApiKeyId);
export const apiKeyDigest: (digest: string) => ApiKeyDigest = decoded(ApiKeyDigest);

/** An animal without an id; frozen, so that no adapter under test can change it for the next law. */
export const newPet = (name: string, categoryId = 1n, status?: PetStatus): NewPet =>
  Object.freeze(decoded(NewPet)({ name, categoryId, ...(status === undefined ? {} : { status }) }));

/** The n-th of many different animals, with every status and without a status. */
export const nthPet = (n: number): NewPet =>
  newPet(`animal ${n}`, BigInt(n), ([undefined, 'available', 'pending', 'sold'] as const)[n % 4]);

/** The first n of many different animals. */
export const somePets = (n: number): readonly NewPet[] => Array.from({ length: n }, (_, index) => nthPet(index));

/** An idempotency key, by default always of the same API key. */
export const idempotency = (key: string, scope = 'aaaaaaaa'): Idempotency => ({
  scope: decoded(IdempotencyScope)(scope),
  key: decoded(IdempotencyKey)(key),
});

/** The n-th (0–255) of many different API keys, all active, with some fields replaced; frozen. */
export const apiKey = (n: number, fields: { readonly [Field in keyof ApiKey]?: unknown } = {}): ApiKey =>
  Object.freeze(
    decoded(ApiKey)({
      id: n.toString(2).padStart(8, '0').replaceAll('0', 'a').replaceAll('1', 'b'),
      label: `key ${n}`,
      digest: n.toString(16).padStart(64, '0'),
      created: 1_000_000_000_000 + n,
      ...fields,
    }),
  );
