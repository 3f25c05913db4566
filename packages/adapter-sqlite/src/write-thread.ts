import { parentPort, workerData } from 'node:worker_threads';
import type { FileIdentity } from './file-identity.ts';
import { createGroupCommit } from './group-commit.ts';
import { openConnection } from './open-connection.ts';
import type { RecordLifetime } from './perform-writes.ts';
import { createWriteQueue, type WaitingWrite } from './write-queue.ts';

/** The data that the thread is started with. */
export interface WriteThreadData {
  readonly file: string;
  readonly identity: FileIdentity;
  readonly lockTimeoutMS: number;
  readonly recordLifetime: RecordLifetime;
}

// The thread for writes. A commit waits for the disk, and would stop the event loop of the main thread for that time.
// It loads nothing but modules of Node.js and of this folder, so it needs no condition to resolve packages.
const { file, identity, lockTimeoutMS, recordLifetime } = workerData as WriteThreadData;
const port = parentPort;
if (port === null) throw new Error('This module runs in a worker thread');

const database = openConnection(file, lockTimeoutMS);
const enqueue = createWriteQueue(createGroupCommit(database, file, identity, recordLifetime), lockTimeoutMS, (ended) =>
  port.postMessage(ended),
);

port.on('message', (writes: readonly WaitingWrite[] | 'close') => {
  if (writes !== 'close') return enqueue(writes);
  database.close();
  port.close();
});
