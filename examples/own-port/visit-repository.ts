import { either as E, type taskEither as TE } from 'fp-ts';

/** The store is not available now. The kit knows an outage by this tag. */
export interface RepositoryUnavailable {
  readonly _tag: 'RepositoryUnavailable';
  readonly cause: unknown;
}

/** A port of another project: counts the visits of each page. */
export interface VisitRepository {
  readonly record: (page: string) => TE.TaskEither<RepositoryUnavailable, void>;
  readonly count: (page: string) => TE.TaskEither<RepositoryUnavailable, number>;
}

export const createVisitRepository = (): VisitRepository => {
  const visits = new Map<string, number>();
  return {
    record: (page) => async () => E.right(void visits.set(page, (visits.get(page) ?? 0) + 1)),
    count: (page) => async () => E.right(visits.get(page) ?? 0),
  };
};
