import { either as E, type taskEither as TE } from 'fp-ts';
import { shown } from './outcome.ts';

/**
 * One end of a channel between two processes. It must carry the values of the structured clone algorithm, for example
 * bigint: with `fork` of `node:child_process` that is `serialization: 'advanced'`.
 */
export interface Channel {
  /** Sends a message to the other end. */
  readonly send: (message: unknown) => void;
  /** Calls a function with each message of the other end. */
  readonly listen: (listener: (message: unknown) => void) => void;
}

type Operation = (...input: readonly unknown[]) => TE.TaskEither<unknown, unknown>;
type Outcome = E.Either<unknown, unknown>;

interface Call {
  readonly id: number;
  readonly method: string;
  readonly input: readonly unknown[];
}

type Reply = { readonly id: number } & ({ readonly outcome: Outcome } | { readonly thrown: string });

/** Runs the operations that the other end of a channel calls. */
export const serveRepository = (repository: object, { send, listen }: Channel): void => {
  const perform = async ({ id, method, input }: Call): Promise<Reply> => {
    try {
      const operation: Operation = Reflect.get(repository, method);
      // A channel may be unable to carry a cause, which may be any value.
      return { id, outcome: shown(await operation(...input)()) };
    } catch (error) {
      return { id, thrown: String(error) };
    }
  };
  listen(async (message) => send(await perform(message as Call)));
};

/**
 * A repository whose operations run at the other end of a channel, which must call `serveRepository`. If the other end has
 * ended, unacknowledged and later operations fail with `RepositoryUnavailable`.
 */
export const remoteRepository = <R extends object>({ send, listen }: Channel, ended: Promise<unknown>): R => {
  const waiting = new Map<number, (reply: Outcome | Promise<never>) => void>();
  let lastId = 0;
  let hasEnded = false;
  const unavailable = (): Outcome =>
    E.left({ _tag: 'RepositoryUnavailable', cause: new Error('the other process has ended') });

  listen((message) => {
    const reply = message as Reply;
    const resolve = waiting.get(reply.id);
    waiting.delete(reply.id);
    resolve?.('thrown' in reply ? Promise.reject(new Error(reply.thrown)) : reply.outcome);
  });
  ended.then(() => {
    hasEnded = true;
    for (const resolve of waiting.values()) resolve(unavailable());
  });

  const run = (method: string, input: readonly unknown[]): Promise<Outcome> => {
    if (hasEnded) return Promise.resolve(unavailable());
    lastId += 1;
    const call: Call = { id: lastId, method, input };
    return new Promise((resolve) => {
      waiting.set(call.id, resolve);
      send(call);
    });
  };
  // Every field of a port is an operation. An async function that returns the repository must not take it for a promise.
  const operation =
    (method: string): Operation =>
    (...input) =>
    () =>
      run(method, input);
  return new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : operation(String(name))) }) as R;
};
