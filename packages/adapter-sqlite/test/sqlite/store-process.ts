import { serveRepository } from '@animal-store/domain-testkit';
import { either as E } from 'fp-ts';
import { openSqlite } from '../../src/index.ts';

// A process that opens the file in its first argument, and serves the repository in its second one to the process that has
// started it.

const [file = '', name] = process.argv.slice(2);
const opened = await openSqlite(file)();
if (E.isLeft(opened)) throw new Error(opened.left.message);
const send = (message: unknown): void => void process.send?.(message);

serveRepository(name === 'pets' ? opened.right.pets : opened.right.apiKeys, {
  send,
  listen: (listener) => process.on('message', listener),
});
// Without this the process would outlive a test that fails.
process.on('disconnect', () => process.exit());
send('ready');
