import * as domain from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';

const as =
  <A>(codec: t.Decoder<unknown, A>) =>
  (input: unknown): A => {
    const decoded = codec.decode(input);
    if (E.isLeft(decoded)) throw new Error(`Not a ${codec.name}`);
    return decoded.right;
  };

export const newPet: (input: unknown) => domain.NewPet = as(domain.NewPet);
export const petId: (input: unknown) => domain.PetId = as(domain.PetId);
export const apiKey: (input: unknown) => domain.ApiKey = as(domain.ApiKey);
export const digest: (input: unknown) => domain.ApiKeyDigest = as(domain.ApiKeyDigest);
export const apiKeyId: (input: unknown) => domain.ApiKeyId = as(domain.ApiKeyId);
export const instant: (input: unknown) => domain.Instant = as(domain.Instant);

/** An idempotency key of one and the same API key. */
export const idempotency = (key: string): domain.Idempotency => ({
  scope: as(domain.IdempotencyScope)('aaaaaaaa'),
  key: as(domain.IdempotencyKey)(key),
});
