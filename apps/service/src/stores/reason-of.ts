import { escapeInvisible } from '@animal-store/access';
import type { RepositoryUnavailable } from '@animal-store/domain';

/** Why a store is unavailable, in one line for the operator. */
export const reasonOf = ({ cause }: RepositoryUnavailable): string =>
  escapeInvisible(cause instanceof Error ? cause.message : String(cause));
