import { serveRepository } from '@animal-store/domain-testkit';
import { createApiKeys } from './api-keys.ts';
import { createPets } from './pets.ts';
import { openDatabase } from './run.ts';

const [file = '', name] = process.argv.slice(2);
const database = openDatabase(file);

serveRepository(name === 'pets' ? createPets(database) : createApiKeys(database), {
  send: (message) => process.send?.(message),
  listen: (listener) => process.on('message', listener),
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
