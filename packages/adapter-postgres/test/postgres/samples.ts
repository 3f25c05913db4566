import * as domain from '@animal-store/domain';
import { known } from '@animal-store/testkit/known';

export const newPet: (input: unknown) => domain.NewPet = known(domain.NewPet);

/** An idempotency key of one and the same API key. */
export const idempotency = (key: string): domain.Idempotency => ({
  scope: known(domain.IdempotencyScope)('aaaaaaaa'),
  key: known(domain.IdempotencyKey)(key),
});
