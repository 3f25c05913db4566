import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { taskEither as TE } from 'fp-ts';
import { checkProperty } from './check-property.ts';
import type { DurableFixture } from './durable-fixture.ts';
import { lawOfTwo } from './durable-laws.ts';
import { errorLike, messageOf } from './error-like.ts';
import { type Law, law, lawOnEmpty } from './law.ts';
import { shown } from './outcome.ts';
import { spoil } from './spoil.ts';

/** An operation of a repository, with its input. */
export interface Command<Model, R> {
  /** The operation in words, such as `add Rex`. The model knows what was stored before it. */
  readonly inWords: (model: Model) => string;
  /** Runs the operation, compares its outcome with that of the model, and changes the model likewise. */
  readonly run: (model: Model, repository: R) => Promise<void>;
}

/** A command whose outcome is that of a plain repository, which the model has. */
export const alike = <Model extends { readonly plain: R }, R>(
  inWords: Command<Model, R>['inWords'],
  operation: (repository: R, model: Model) => TE.TaskEither<unknown, unknown>,
): Command<Model, R> => ({
  inWords,
  run: async (model, repository) =>
    assert.deepEqual(shown(await operation(repository, model)()), await operation(model.plain, model)()),
});

/** A plain model of a repository, which knows all operations. */
export interface Plain<Model, R> {
  /** The model of an empty repository. */
  readonly empty: () => Model;
  readonly commands: readonly fc.Arbitrary<Command<Model, R>>[];
  /** Compares all that is stored. */
  readonly compare: (model: Model, repository: R) => Promise<void>;
}

/** How many operations before a failure its message names. */
const mostNamed = 6;

const sentenceOf = (steps: readonly string[]): string => {
  const last = steps.slice(-mostNamed);
  const before = steps.length - last.length;
  return [...(before === 0 ? [] : [`${before} operations`]), ...last].join(', then ');
};

/** Runs each command on the repository that `next` returns, and then compares all that is stored by the next repository. */
const follow = async <Model, R>(
  { empty, compare }: Plain<Model, R>,
  sequence: readonly Command<Model, R>[],
  next: () => Promise<R>,
): Promise<void> => {
  const model = empty();
  const steps: string[] = [];
  let repository = await next();
  for (const command of sequence) {
    steps.push(command.inWords(model));
    try {
      await command.run(model, repository);
      repository = await next();
      await compare(model, repository);
    } catch (error) {
      throw errorLike(error, `${sentenceOf(steps)}: ${messageOf(error)}`);
    }
  }
};

const longLength = 100;

/** Follows one long sequence. It is not shrunk, because that would need many durable stores. */
const followLong = <Model, R>(plain: Plain<Model, R>, next: () => Promise<R>): Promise<void> => {
  // A single run would be biased towards small values and the edges of ranges.
  const sequences = fc.noBias(
    fc.array(fc.oneof(...plain.commands), { minLength: longLength, maxLength: longLength, size: 'max' }),
  );
  return checkProperty(sequences, (sequence) => follow(plain, sequence, next), { numRuns: 1, endOnFailure: true });
};

type Operation = (...input: unknown[]) => () => Promise<unknown>;

/**
 * A repository whose caller changes all that it has given and got, once an operation has ended. It throws if an operation
 * changes that.
 */
const careless = <R extends object>(repository: R): R => {
  const past: (readonly [object: unknown, copy: unknown])[] = [];
  const run = async (operation: Operation, input: unknown[]): Promise<unknown> => {
    const [given, unchanged] = [structuredClone(input), structuredClone(input)];
    const outcome = await operation.apply(repository, given)();
    assert.deepEqual(given, unchanged);
    const seen = structuredClone(outcome);
    for (const [object, copy] of past) assert.deepEqual(object, copy);
    for (const object of [given, outcome]) {
      spoil(object);
      past.push([object, structuredClone(object)]);
    }
    return seen;
  };
  const get = (_: object, name: string | symbol): Operation | undefined => {
    const operation: Operation | undefined = Reflect.get<object, string | symbol>(repository, name);
    if (operation === undefined) return undefined;
    return (...input) =>
      () =>
        run(operation, input);
  };
  return new Proxy({}, { get }) as R;
};

/** Laws of any sequence of operations. */
export const lawsOfModel = <Model, R extends object>(what: string, plain: Plain<Model, R>): readonly Law<R>[] => {
  const lawOfSequences = (name: string, used: (repository: R) => R): Law<R> =>
    law(name, (fresh) =>
      checkProperty(
        fc.array(fc.noShrink(fc.oneof(...plain.commands)), { maxLength: 30, size: 'max' }),
        async (sequence) => {
          const repository = used(await fresh());
          await follow(plain, sequence, async () => repository);
        },
        { numRuns: 30 },
      ),
    );
  return [
    lawOfSequences(`any sequence of operations on ${what} returns what a plain model returns`, (one) => one),
    lawOfSequences(`nothing that an operation on ${what} was given or has returned is shared with the store`, careless),
  ];
};

/** The law that a store is durable, whatever its operations are. */
export const lawOfReopening = <Model, R, F extends DurableFixture<R>>(
  what: string,
  plainOf: (fixture: F) => Plain<Model, R>,
): Law<F> =>
  lawOnEmpty(
    `after the store is reopened every operation on ${what} returns what a plain model returns`,
    async (fixture) => {
      let handle = await fixture.open();
      let operations = 0;
      await followLong(plainOf(fixture), async () => {
        operations += 1;
        if (operations % 20 === 0) {
          await handle.close();
          handle = await fixture.open();
        }
        return handle.repository;
      });
    },
  );

/** The laws that handles and processes share a store, whatever its operations are. */
export const lawsOfSharing = <Model, R, F extends DurableFixture<R>>(
  what: string,
  plainOf: (fixture: F) => Plain<Model, R>,
): readonly Law<F>[] =>
  lawOfTwo<R, F>(
    (two) => `of two ${two} each sees at once what the other has done to ${what}`,
    (one, other, fixture) => {
      let operations = 0;
      return followLong(plainOf(fixture), async () => (operations++ % 2 === 0 ? one : other));
    },
  );
