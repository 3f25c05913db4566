import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { taskEither as TE } from 'fp-ts';
import { errorLike, type Law, law, messageOf } from './law.ts';
import { shown } from './outcome.ts';

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
  /** Commands of each operation. The compiler requires all operations of the port. */
  readonly commands: Readonly<Record<keyof R, fc.Arbitrary<Command<Model, R>>>>;
  /** Compares all that is stored. */
  readonly compare: (model: Model, repository: R) => Promise<void>;
}

/** Checks a property. The error has the message of the failed run, and the seed and path with which it can be repeated. */
const checkProperty = async <Input>(
  arbitrary: fc.Arbitrary<Input>,
  check: (input: Input) => Promise<void>,
  parameters: fc.Parameters<[Input]>,
): Promise<void> => {
  const details = await fc.check(fc.asyncProperty(arbitrary, check), parameters);
  if (!details.failed) return;
  const { errorInstance, seed, counterexamplePath } = details;
  const message = `${messageOf(errorInstance)}\nTo repeat it: fc.configureGlobal({ seed: ${seed}, path: "${counterexamplePath}" })`;
  throw errorLike(errorInstance, message);
};

const anyCommand = <Model, R>({ commands }: Plain<Model, R>): fc.Arbitrary<Command<Model, R>> =>
  fc.oneof(...Object.values<fc.Arbitrary<Command<Model, R>>>(commands));

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
export const followLong = <Model, R>(plain: Plain<Model, R>, next: () => Promise<R>): Promise<void> => {
  // A single run would be biased towards small values and the edges of ranges.
  const sequences = fc.noBias(
    fc.array(anyCommand(plain), { minLength: longLength, maxLength: longLength, size: 'max' }),
  );
  return checkProperty(sequences, (sequence) => follow(plain, sequence, next), { numRuns: 1, endOnFailure: true });
};

/**
 * Removes every field of an object and of the objects in it. It leaves tagged values alone: libraries share them, for
 * example the one none of fp-ts.
 */
export const deleteFields = (target: unknown): void => {
  if (typeof target !== 'object' || target === null) return;
  for (const [key, value] of Object.entries(target)) {
    deleteFields(value);
    if (!('_tag' in target)) Reflect.deleteProperty(target, key);
  }
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
      deleteFields(object);
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
        fc.array(fc.noShrink(anyCommand(plain)), { maxLength: 30, size: 'max' }),
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
