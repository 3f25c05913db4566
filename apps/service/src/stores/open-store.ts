import type { ApiKeyRepository } from '@animal-store/access';
import type { PetRepository, RepositoryUnavailable } from '@animal-store/domain';
import type { task as T, taskEither as TE } from 'fp-ts';

/** A store as its adapter opens it; it may be unavailable for now. */
export interface OpenStore {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
  /** Succeeds if the store can read and write animals. */
  readonly ping: TE.TaskEither<RepositoryUnavailable, void>;
  /** What the store itself last found wrong, such as a refused connection; undefined if nothing is known. */
  readonly lastProblem?: () => string | undefined;
  readonly close: T.Task<void>;
}
