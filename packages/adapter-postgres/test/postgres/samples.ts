import * as access from '@animal-store/access';
import * as domain from '@animal-store/domain';
import { known } from '@animal-store/testkit/known';

export const newPet: (input: unknown) => domain.NewPet = known(domain.NewPet);
export const petId: (input: unknown) => domain.PetId = known(domain.PetId);
export const apiKey: (input: unknown) => access.ApiKey = known(access.ApiKey);
export const digest: (input: unknown) => access.ApiKeyDigest = known(access.ApiKeyDigest);
export const apiKeyId: (input: unknown) => access.ApiKeyId = known(access.ApiKeyId);
export const instant: (input: unknown) => access.Instant = known(access.Instant);

/** An idempotency key of one and the same API key. */
export const idempotency = (key: string): domain.Idempotency => ({
  scope: known(domain.IdempotencyScope)('aaaaaaaa'),
  key: known(domain.IdempotencyKey)(key),
});
