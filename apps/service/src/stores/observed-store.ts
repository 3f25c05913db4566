import type { ApiKeyRepository } from '@animal-store/access';
import { systemClock } from '@animal-store/adapter-node';
import type { PetRepository } from '@animal-store/domain';
import { either as E, function as F, record as R, taskEither as TE } from 'fp-ts';
import type { Metrics } from '../observation/metrics.ts';
import type { OpenStore } from './open-store.ts';
import { createReadiness } from './readiness.ts';
import { reasonOf } from './reason-of.ts';
import type { StoreTexts } from './store-kind.ts';

/** An open store whose operations are measured and whose readiness is known: what the service and its commands use. */
export interface ObservedStore extends StoreTexts {
  /** Where the animals are, for the person who starts the service. */
  readonly place: string;
  readonly pets: PetRepository;
  /** The highest id of an animal that this process has added; undefined if it has added none. */
  readonly highestId: () => bigint | undefined;
  readonly apiKeys: ApiKeyRepository;
  /** Why the store cannot read or write animals now; undefined if it can. */
  readonly problem: () => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

type Operation = (...input: never[]) => TE.TaskEither<{ readonly _tag: string }, unknown>;

/** Measures every operation on animals under its name. */
const timed = (pets: PetRepository, time: Metrics['time']): PetRepository =>
  R.mapWithIndex((name: keyof PetRepository, operation: Operation) => F.flow(operation, time(`pets.${name}`)))({
    ...pets,
  }) as PetRepository;

/** Shows the ids of added animals to a function. Nothing waits for it, because another promise would take 0.2 µs. */
const noteIds =
  (add: PetRepository['add'], note: (id: bigint) => void): PetRepository['add'] =>
  (...input) => {
    const task = add(...input);
    return () => {
      const running = task();
      running.then(
        (added) => E.isRight(added) && note(added.right.id),
        () => undefined,
      );
      return running;
    };
  };

/** Adds readiness to an open store, and measures its operations if there are metrics. */
export const observeStore = (
  { pets, apiKeys, ping, lastProblem = () => undefined, close }: OpenStore,
  { name, title, makesKey }: StoreTexts,
  place: string,
  time: Metrics['time'] = () => F.identity,
): ObservedStore => {
  const check = F.pipe(
    ping,
    time('ping'),
    TE.match(reasonOf, () => undefined),
  );
  let highest: bigint | undefined;
  const note = (id: bigint): void => {
    if (highest === undefined || id > highest) highest = id;
  };
  return {
    name,
    title,
    makesKey,
    place,
    pets: timed({ ...pets, add: noteIds(pets.add, note) }, time),
    highestId: () => highest,
    apiKeys: { ...apiKeys, findByDigest: F.flow(apiKeys.findByDigest, time('apiKeys.findByDigest')) },
    problem: createReadiness(check, systemClock, lastProblem),
    close,
  };
};
