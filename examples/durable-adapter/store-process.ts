import { serveRepository } from '@animal-store/domain-testkit';
import { createApiKeyRepository } from './api-keys.ts';
import { openDatabase } from './database.ts';
import { createPetRepository } from './pets.ts';

const [file = '', name] = process.argv.slice(2);
const database = openDatabase(file);

serveRepository(name === 'pets' ? createPetRepository(database) : createApiKeyRepository(database), {
  send: (message) => process.send?.(message),
  listen: (listener) => process.on('message', listener),
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
