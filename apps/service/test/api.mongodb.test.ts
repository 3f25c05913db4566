import { describeOnMongodb } from '@animal-store/mongodb-testkit';
import { describeApiContract } from './api-contract.ts';
import { issueKey } from './mongodb/keys.ts';
import { startOnMongodb } from './mongodb/start-on-mongodb.ts';

describeOnMongodb('On MongoDB', ({ uri }) => {
  describeApiContract('as built, on MongoDB', async () => {
    const { key } = await issueKey(uri, '--expires', '1h');
    return startOnMongodb({ uri, apiKey: key, form: 'built' });
  });
});
