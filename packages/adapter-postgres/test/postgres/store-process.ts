import { serveRepository } from '@animal-store/domain-testkit';
import { connect, patient } from './connect.ts';

// A process that connects to the database in its first argument, and serves the repository in its second one to the
// process that has started it.

const [uri = '', name] = process.argv.slice(2);
const store = await connect(uri, patient);
const send = (message: unknown): void => void process.send?.(message);

serveRepository(name === 'pets' ? store.pets : store.apiKeys, {
  send,
  listen: (listener) => process.on('message', listener),
});
// Without this the process would outlive a test that fails.
process.on('disconnect', () => process.exit());
send('ready');
