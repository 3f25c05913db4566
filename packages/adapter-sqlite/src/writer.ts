import { Worker } from 'node:worker_threads';
import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { keepThreadRunning } from './keep-thread-running.ts';
import type { WriteName, WriteOperation, WriteOutcome, Writes } from './write-operations.ts';
import type { EndedWrite, WaitingWrite } from './write-queue.ts';
import type { WriteThreadData } from './write-thread.ts';

/** Sends writes to the thread for writes. */
export interface Writer {
  /** Does a write. The promise rejects only if a bug made the write fail. */
  readonly write: <Name extends WriteName>(
    name: Name,
    input: Writes[Name]['input'],
  ) => Promise<E.Either<RepositoryUnavailable, Writes[Name]['output']>>;
  /** Stops the thread. Writes that wait, and all later ones, fail with `RepositoryUnavailable`. */
  readonly close: () => Promise<void>;
}

/** The data of the thread, and the time limit of a write in milliseconds, including its wait for a lock. */
export interface WriterSettings extends WriteThreadData {
  readonly operationTimeoutMS: number;
}

interface Pending {
  readonly settle: (outcome: WriteOutcome) => void;
  readonly until: number;
}

const outage = (message: string): WriteOutcome => ({ _tag: 'Failed', isOutage: true, message, code: undefined });

const closed = outage('the store is closed');

// The extension is that of this module: `.ts` from source, `.js` in the compiled output.
const threadModule = new URL(
  `./write-thread${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
);

/** Milliseconds between two checks for late writes. One timer for all writes costs less than one for each. */
const lateCheckPeriod = 100;

/**
 * Starts the thread for writes, and restarts it if it ends by itself. Until then every write fails with
 * `RepositoryUnavailable`. Writes that the thread had not reported fail too, and may have been done.
 */
export const startWriter = (
  { operationTimeoutMS, ...data }: WriterSettings,
  onThreadEnd: () => void = () => undefined,
): Writer => {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let batch: WaitingWrite[] = [];
  let lateCheck: NodeJS.Timeout | undefined;
  let isClosed = false;
  let threadEnded = outage('the thread for writes does not run');

  const settle = (id: number, outcome: WriteOutcome): void => {
    const { settle: settleOne } = pending.get(id) ?? {};
    pending.delete(id);
    settleOne?.(outcome);
  };

  const settleAll = (outcome: WriteOutcome): void => {
    for (const id of [...pending.keys()]) settle(id, outcome);
  };

  const start = (): Worker =>
    new Worker(threadModule, { workerData: data satisfies WriteThreadData, name: 'sqlite-writes' });

  const thread = keepThreadRunning(start, {
    onMessage: (ended) => {
      for (const { id, outcome } of ended as readonly EndedWrite[]) settle(id, outcome);
    },
    onEnd: (reason) => {
      threadEnded = outage(`the thread for writes has ended and is started again: ${reason}`);
      settleAll(threadEnded);
      onThreadEnd();
    },
  });

  const failLate = (): void => {
    lateCheck = undefined;
    const now = performance.now();
    for (const [id, { until }] of pending) {
      if (until > now) break;
      settle(id, outage(`the disk did not respond within ${operationTimeoutMS} ms`));
    }
    watchLate();
  };
  const watchLate = (): void => {
    if (pending.size > 0) lateCheck ??= setTimeout(failLate, lateCheckPeriod);
  };

  const send = (): void => {
    const sent = batch;
    batch = [];
    if (thread.post(sent)) return;
    for (const { id } of sent) settle(id, threadEnded);
  };

  const enqueue = (operation: WriteOperation): Promise<WriteOutcome> =>
    new Promise((resolve) => {
      if (isClosed) return resolve(closed);
      lastId += 1;
      pending.set(lastId, { settle: resolve, until: performance.now() + operationTimeoutMS });
      watchLate();
      if (batch.length === 0) setImmediate(send);
      batch.push({ id: lastId, deadline: Date.now() + operationTimeoutMS, operation });
    });

  return {
    write: async <Name extends WriteName>(name: Name, input: Writes[Name]['input']) => {
      const outcome = await enqueue({ name, input });
      if (outcome._tag === 'Done') return E.right(outcome.output as Writes[Name]['output']);
      const { isOutage, message, code } = outcome;
      const error = Object.assign(new Error(`SQLite: ${message}`), { errcode: code });
      if (isOutage) return E.left(repositoryUnavailable(error));
      throw error;
    },
    close: async () => {
      isClosed = true;
      settleAll(closed);
      clearTimeout(lateCheck);
      await thread.stop('close');
    },
  };
};
