import { Worker } from 'node:worker_threads';
import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { WriteName, WriteOperation, WriteOutcome, Writes } from './write-operations.ts';
import type { EndedWrite, WaitingWrite } from './write-queue.ts';
import type { WriteThreadData } from './write-thread.ts';

/** Sends writes to the thread that does them. */
export interface Writer {
  /** Does a write. The promise is rejected when the write failed for a reason that only a bug explains. */
  readonly write: <Name extends WriteName>(
    name: Name,
    input: Writes[Name]['input'],
  ) => Promise<E.Either<RepositoryUnavailable, Writes[Name]['output']>>;
  /** Stops the thread. What is still waiting, and all that comes later, fails with `RepositoryUnavailable`. */
  readonly close: () => Promise<void>;
}

/** How the thread is started, and how many milliseconds a write may take, including its wait for a lock. */
export interface WriterSettings extends WriteThreadData {
  readonly answerWithinMS: number;
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

/** How often, in milliseconds, late writes are looked for: one timer for all of them costs less than one each. */
const lateCheckPeriod = 100;

/** Starts the thread for writes. */
export const startWriter = ({ answerWithinMS, ...data }: WriterSettings): Writer => {
  const worker = new Worker(threadModule, { workerData: data satisfies WriteThreadData, name: 'sqlite-writes' });
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let batch: WaitingWrite[] = [];
  let lateCheck: NodeJS.Timeout | undefined;
  let stopped: WriteOutcome | undefined;

  const settle = (id: number, outcome: WriteOutcome): void => {
    const { settle: settleOne } = pending.get(id) ?? {};
    pending.delete(id);
    settleOne?.(outcome);
  };

  const stopWith = (outcome: WriteOutcome): void => {
    stopped ??= outcome;
    for (const id of [...pending.keys()]) settle(id, stopped);
  };

  worker.on('message', (ended: readonly EndedWrite[]) => {
    for (const { id, outcome } of ended) settle(id, outcome);
  });
  worker.on('error', (error) => stopWith(outage(`the thread for writes has stopped: ${error}`)));

  const failLate = (): void => {
    lateCheck = undefined;
    const now = performance.now();
    for (const [id, { until }] of pending) {
      if (until > now) break;
      settle(id, outage(`the disk did not respond within ${answerWithinMS} ms`));
    }
    watchLate();
  };
  const watchLate = (): void => {
    if (pending.size > 0) lateCheck ??= setTimeout(failLate, lateCheckPeriod);
  };

  const send = (): void => {
    worker.postMessage(batch);
    batch = [];
  };

  const enqueue = (operation: WriteOperation): Promise<WriteOutcome> =>
    new Promise((resolve) => {
      if (stopped !== undefined) return resolve(stopped);
      lastId += 1;
      pending.set(lastId, { settle: resolve, until: performance.now() + answerWithinMS });
      watchLate();
      if (batch.length === 0) setImmediate(send);
      batch.push({ id: lastId, operation });
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
      stopWith(closed);
      clearTimeout(lateCheck);
      worker.postMessage('close');
      await new Promise((resolve) => worker.once('exit', resolve));
    },
  };
};
