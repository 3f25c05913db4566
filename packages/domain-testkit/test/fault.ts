import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { PetRepository } from '@animal-store/domain';
import { either as E, function as F, record as R } from 'fp-ts';
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

/** The message of the first law that is broken, or what to mend if none is. */
export const firstFailure = async <F>(contract: readonly Law<F>[], fresh: () => F): Promise<string> => {
  for (const { check } of contract) {
    const message = await messageOf(() => check(async () => fresh()));
    if (message !== 'holds') return message;
  }
  return 'no law: do the plain repositories in src/laws know the new field or operation?';
};

/** Lets everything else that is in flight take its turn, as waiting for a database would. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export type Outcome = E.Either<{ readonly _tag: string }, unknown>;

type Task = () => Promise<Outcome>;
type Operation = (...input: never[]) => Task;

/** Changes the task of every operation of a repository, or of only one. */
export const changing =
  (change: (task: Task, name: string, input: readonly unknown[]) => Task, only?: string) =>
  <A extends object>(correct: A): A =>
    R.mapWithIndex((name: string, operation: Operation): Operation => {
      const isMeant = only === undefined || only === name;
      return isMeant ? (...input) => change(operation(...input), name, input) : operation;
    })(correct as Record<string, Operation>) as A;

export type AnyFault = ReturnType<typeof changing>;

/** Runs each task once, as soon as it is made, even if no caller runs it. */
export const eager = (only: string): AnyFault => changing((task) => F.constant(task()), only);

/** Runs each task when it is first run, and then always returns the same outcome. */
export const memoised = (only: string): AnyFault =>
  changing((task) => {
    let running: Promise<Outcome> | undefined;
    return () => {
      running ??= task();
      return running;
    };
  }, only);

/** While one run is in flight, the other runs with the same name of their input get its outcome. */
export const coalesced = (only: string, nameOf: (input: readonly unknown[]) => string = () => ''): AnyFault => {
  const running = new Map<string, Promise<Outcome>>();
  return changing((task, _, input) => {
    const name = nameOf(input);
    return () => {
      const run = running.get(name) ?? task().finally(() => running.delete(name));
      running.set(name, run);
      return run;
    };
  }, only);
};

/** The names of the operations of a port, or of those of one kind. */
export const namesOf = <Name extends string>(
  operations: Readonly<Record<Name, { readonly kind: 'read' | 'write' }>>,
  only?: 'read' | 'write',
): readonly Name[] =>
  (Object.keys(operations) as Name[]).filter((name) => only === undefined || operations[name].kind === only);

/** Takes an outage for a success, throws, or returns another failure. */
export const wrongInOutage = (only: string): readonly AnyFault[] =>
  [() => E.right(undefined), () => assert.fail('out of reach'), () => E.left({ _tag: 'Timeout' })].map((outcomeOf) =>
    changing(
      (task) => async () => {
        const outcome = await task();
        return E.isLeft(outcome) && outcome.left._tag === 'RepositoryUnavailable' ? outcomeOf() : outcome;
      },
      only,
    ),
  );

/** Keeps the result of each list until the next write, or until `forget` is called. */
export const keepingLists =
  (onForget: (forget: () => void) => void = () => {}): AnyFault =>
  (correct) => {
    const lists = new Map<string, Outcome>();
    onForget(() => lists.clear());
    return changing((task, name, input) => async () => {
      if (name !== 'list' && !name.startsWith('find')) lists.clear();
      const outcome = (name === 'list' && lists.get(inspect(input))) || (await task());
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
    (task, name) => async () => E.map((result) => changeEach(result, (one) => change(one as A, name)))(await task()),
    only,
  );

/** The same without one field. */
export const omit = <A extends object>(one: A, field: string): A =>
  Object.fromEntries(Object.entries(one).filter(([name]) => name !== field)) as A;

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
