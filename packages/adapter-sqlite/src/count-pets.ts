import type { RepositoryUnavailable } from '@animal-store/domain';
import type { taskEither as TE } from 'fp-ts';
import type { Reader } from './reader.ts';

/** How many rows are counted at a time, which takes about 2 ms: SQLite keeps no number of rows. */
const most = 50_000n;

/**
 * Makes a count of the animals that goes on where its last run ended. After the first runs it is exact, except for animals that
 * an import adds below the highest id counted.
 */
export const createPetCounter = (
  { prepare, read }: Pick<Reader, 'prepare' | 'read'>,
  atATime: bigint = most,
): TE.TaskEither<RepositoryUnavailable, number> => {
  const countNext = prepare('SELECT count(*), max(id) FROM (SELECT id FROM pets WHERE id > ? ORDER BY id LIMIT ?)');
  let total = 0;
  let after = 0n;
  return read(() => {
    const [counted, last] = countNext(after, atATime)[0] as readonly [bigint, bigint | null];
    total += Number(counted);
    after = last ?? after;
    return total;
  });
};
