import { inspect } from 'node:util';
import type { PetRepository } from '@animal-store/domain';
import { either as E, record as R } from 'fp-ts';
import type { Law, PetRepositoryFixture } from '../src/index.ts';

/** A mistake that an adapter might make: the operations that it changes in a correct one. */
export type Fault<R> = (correct: R) => Partial<R>;

/** By the name of a law: one or more mistakes, each of which breaks it. */
export type Faults<R> = Readonly<Record<string, Fault<R> | readonly Fault<R>[]>>;

export const mistaken = <R>(fault: Fault<R>, correct: R): R => ({ ...correct, ...fault(correct) });

/** Mistakes of a repository of animals alone. */
export const onPetsAlone = (faults: Faults<PetRepository>): Faults<PetRepositoryFixture> =>
  Object.fromEntries(
    Object.entries(faults).map(([law, ownFaults]) => [
      law,
      [ownFaults].flat().map((fault) => ({ pets }: PetRepositoryFixture) => ({ pets: mistaken(fault, pets) })),
    ]),
  );

/** The message with which a check fails, or `holds`. */
export const messageOf = (check: () => Promise<void>): Promise<string> =>
  check().then(
    () => 'holds',
    ({ message }: Error) => message,
  );

/** The message of the first law that is broken. */
export const firstFailure = async <F>(contract: readonly Law<F>[], fresh: () => F): Promise<string> => {
  for (const { check } of contract) {
    const message = await messageOf(() => check(async () => fresh()));
    if (message !== 'holds') return message;
  }
  return 'none';
};

/** Lets everything else that is in flight take its turn, as waiting for a database would. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export type Outcome = E.Either<{ readonly _tag: string }, unknown>;

type Operation = (...input: never[]) => () => Promise<Outcome>;

/** Changes every operation of a repository, or only one. */
export const changing =
  (change: (operation: Operation, name: string) => Operation, only?: string) =>
  <A extends object>(correct: A): A =>
    R.mapWithIndex((name: string, operation: Operation) =>
      only === undefined || only === name ? change(operation, name) : operation,
    )(correct as Record<string, Operation>) as A;

export type AnyFault = ReturnType<typeof changing>;

/** Runs each task once, as soon as it is made, even if no caller runs it. */
export const eager = (only: string): AnyFault =>
  changing((operation) => {
    return (...input) => {
      const running = operation(...input)();
      return () => running;
    };
  }, only);

/** Runs each task when it is first run, and then always returns the same outcome. */
export const memoised = (only: string): AnyFault =>
  changing((operation) => {
    return (...input) => {
      let running: Promise<Outcome> | undefined;
      return () => {
        running ??= operation(...input)();
        return running;
      };
    };
  }, only);

/** While one run is in flight, the other runs with the same name of their input get its outcome. */
export const coalesced = (only: string, nameOf: (input: readonly unknown[]) => string = () => ''): AnyFault =>
  changing((operation) => {
    const running = new Map<string, Promise<Outcome>>();
    return (...input) =>
      () => {
        const name = nameOf(input);
        const run = running.get(name) ?? operation(...input)().finally(() => running.delete(name));
        running.set(name, run);
        return run;
      };
  }, only);

/** Keeps the result of each list until the next write, or until `forget` is called. */
export const keepingLists =
  (onForget: (forget: () => void) => void = () => {}): AnyFault =>
  (correct) => {
    const lists = new Map<string, Outcome>();
    onForget(() => lists.clear());
    return changing((operation, name) => (...input) => async () => {
      if (name !== 'list' && !name.startsWith('find')) lists.clear();
      const outcome = (name === 'list' && lists.get(inspect(input))) || (await operation(...input)());
      if (name === 'list' && E.isRight(outcome)) lists.set(inspect(input), outcome);
      return outcome;
    })(correct);
  };

/** Changes each animal or API key of a result, which has an id and may be in an option, in a record or in a list. */
const changeEach = (result: unknown, change: (one: object) => object): unknown => {
  if (typeof result !== 'object' || result === null) return result;
  if ('id' in result) return change(result);
  if (Array.isArray(result)) return result.map((one) => changeEach(one, change));
  return Object.fromEntries(Object.entries(result).map(([name, one]) => [name, changeEach(one, change)]));
};

/** Changes each animal or API key that a repository, or one operation of it, returns. */
export const returning = <A extends object>(change: (one: A, operation: string) => object, only?: string): AnyFault =>
  changing(
    (operation, name) =>
      (...input) =>
      async () =>
        E.map((result) => changeEach(result, (one) => change(one as A, name)))(await operation(...input)()),
    only,
  );

/** The same without one field. */
export const omit = <A extends object>(one: A, field: string): A =>
  Object.fromEntries(Object.entries(one).filter(([name]) => name !== field)) as A;

/** Throws, where it must return a failure, during an outage. */
export const throwingInOutage = (only: string): AnyFault =>
  changing((operation) => {
    return (...input) =>
      async () => {
        const outcome = await operation(...input)();
        if (E.isLeft(outcome) && outcome.left._tag === 'RepositoryUnavailable') throw new Error('out of reach');
        return outcome;
      };
  }, only);

/** One operation returns the stored objects themselves, which are not frozen. The other operations return copies of them. */
export const keeping =
  (keeper: string): AnyFault =>
  (correct) => {
    const kept = new Map<string, object>();
    return returning((one, operation) => {
      const content = inspect(one);
      if (operation !== keeper) return { ...(kept.get(content) ?? one) };
      const object = kept.get(content) ?? { ...one };
      kept.set(content, object);
      return object;
    })(correct);
  };
