import { serveRepository } from '@animal-store/domain-testkit';
import { serveParent } from '@animal-store/testkit/store-process';
import { connect } from './store.ts';

// Serves the repository in its second argument, of the database in its first one.

const [uri = '', name] = process.argv.slice(2);
const store = await connect(uri);
serveParent((channel) => serveRepository(name === 'pets' ? store.pets : store.apiKeys, channel));
