import { inspect } from 'node:util';
import type { ApiKeyRepository } from '@animal-store/access';
import type { PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type {
  CrashFixture,
  DurableFixture,
  DurablePetRepositoryFixture,
  MustExistFixture,
  PetMaintenanceFixture,
  PetRepositoryFixture,
  RecordLifetimeFixture,
  UnreadableApiKeyFixture,
} from '../src/index.ts';

/** What a mistake changes, by the title of the contract that catches it. */
export interface Mistaken {
  readonly 'a PetRepository': PetRepository;
  readonly 'a PetRepository whose animals are removed': PetRepositoryFixture;
  readonly 'a PetMaintenance': PetMaintenanceFixture;
  readonly 'an ApiKeyRepository': ApiKeyRepository;
  readonly 'a durable PetRepository': DurablePetRepositoryFixture;
  readonly 'a durable ApiKeyRepository': DurableFixture<ApiKeyRepository>;
  readonly 'a store on a server': CrashFixture;
  readonly 'unreadable API keys': UnreadableApiKeyFixture;
  readonly 'a store with a lifetime of records': RecordLifetimeFixture;
  readonly 'a store that must exist': MustExistFixture;
}

/** The operations of a correct repository that a mistake changes. */
type Mistake<R> = (correct: R) => Partial<R>;

/** A mistake that an adapter might make, and the laws that catch it, by name. */
export type Fault<R> = readonly [name: string, readonly [breaks: Mistake<R>, ...caughtBy: string[]]];

export type Faults<R> = Readonly<Record<string, Fault<R>[1]>>;

/** Faults, and the title of the contract that catches them. */
export interface Seeded<Contract extends keyof Mistaken> {
  readonly contract: Contract;
  readonly faults: Faults<Mistaken[Contract]>;
}

/** Makes an export of a file in `faults`, from which `faults.test.ts` takes the faults. */
export const seed = <Contract extends keyof Mistaken>(
  contract: Contract,
  faults: Faults<Mistaken[Contract]>,
): Seeded<Contract> => ({ contract, faults });

/** A repository with a mistake. */
export const mistaken = <R>(breaks: Mistake<R>, correct: R): R => ({ ...correct, ...breaks(correct) });

/** Lets everything else that is under way take its turn, as a database would. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type Outcome = E.Either<{ readonly _tag: string }, unknown>;
type Task = () => Promise<Outcome>;

/** An operation of any port. */
export type Operation = (...input: never[]) => Task;

/** Changes every operation of a repository. */
export const changing =
  (change: (operation: Operation, name: string) => Operation) =>
  <R extends object>(correct: R): R =>
    Object.fromEntries(Object.entries(correct).map(([name, operation]) => [name, change(operation, name)])) as R;

/** Changes one operation of a repository. */
export const changingOne =
  (change: (operation: Operation) => Operation) =>
  (changed: string): (<R extends object>(correct: R) => R) =>
    changing((operation, name) => (name === changed ? change(operation) : operation));

/** Runs each task once, as soon as it is made, even if no caller runs it. */
export const eager = changingOne((operation) => (...input) => {
  const running = operation(...input)();
  return () => running;
});

const memoise = (task: Task): Task => {
  let running: Promise<Outcome> | undefined;
  return () => {
    running ??= task();
    return running;
  };
};

/** Runs each task when it is first run, and then always returns the same outcome. */
export const memoised = changingOne(
  (operation) =>
    (...input) =>
      memoise(operation(...input)),
);

/** While one run is in flight, the other runs get its outcome, whatever their input. */
export const coalesced = changingOne((operation) => {
  let running: Promise<Outcome> | undefined;
  return (...input) =>
    () => {
      running ??= operation(...input)().finally(() => {
        running = undefined;
      });
      return running;
    };
});

/** Changes each animal or API key of a result: it may be the result, an option of it, or in a list. */
const changeEach = (result: unknown, change: (one: object) => object): unknown => {
  if (typeof result !== 'object' || result === null) return result;
  if (Array.isArray(result)) return result.map((one) => changeEach(one, change));
  if ('_tag' in result) return 'value' in result ? { ...result, value: changeEach(result.value, change) } : result;
  return change(result);
};

/** Changes each animal or API key that a repository returns. */
export const returning = <A extends object>(
  change: (one: A, operation: string) => A,
): (<R extends object>(correct: R) => R) =>
  changing(
    (operation, name) =>
      (...input) =>
      async () =>
        E.map((result) => changeEach(result, (one) => change(one as A, name)))(await operation(...input)()),
  );

/** One operation returns the very objects that are kept. They are not frozen. The other operations return copies of them. */
export const keeping =
  (keeper: string, onKept = (): void => {}) =>
  <R extends object>(correct: R): R => {
    const kept = new Map<string, object>();
    return returning((one, operation) => {
      const content = inspect(one);
      if (operation !== keeper) return { ...(kept.get(content) ?? one) };
      const object = kept.get(content) ?? { ...one };
      kept.set(content, object);
      onKept();
      return object;
    })(correct);
  };
