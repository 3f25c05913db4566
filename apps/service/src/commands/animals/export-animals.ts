import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type PetId, type PetRepository, petJson, type RepositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import { type RetrySettings, retryWhileUnavailable } from './retry-while-unavailable.ts';

/** The number of animals that are read at a time and held in memory. */
const pageSize = 200;

/**
 * Writes all animals as NDJSON, in ascending order of id, and returns their number. It reads a page when the one before is
 * written. An animal that exists all the time is written exactly once; one that is added meanwhile is written once or not
 * at all. `end` says whether the destination is ended. The Left is a store that was unavailable for too long. Errors of
 * the destination, and of an animal that cannot be read, are thrown.
 */
export const exportAnimals =
  (
    list: PetRepository['list'],
    destination: Writable,
    end: boolean,
    onProgress: (animals: number) => void,
    retries?: RetrySettings,
  ): TE.TaskEither<RepositoryUnavailable, number> =>
  async () => {
    let outcome: E.Either<RepositoryUnavailable, number> = E.right(0);

    async function* pages(): AsyncGenerator<string> {
      let after: PetId | undefined;
      let animals = 0;
      for (;;) {
        const range = after === undefined ? { limit: pageSize } : { limit: pageSize, after };
        const page = await retryWhileUnavailable(list(range), retries)();
        if (E.isLeft(page)) {
          outcome = page;
          return;
        }
        const pets = page.right;
        if (pets.length > 0) yield `${pets.map(petJson).join('\n')}\n`;
        animals += pets.length;
        outcome = E.right(animals);
        onProgress(animals);
        if (pets.length < pageSize) return;
        after = pets.at(-1)?.id;
      }
    }

    await pipeline(Readable.from(pages(), { highWaterMark: 1 }), destination, { end });
    return outcome;
  };
