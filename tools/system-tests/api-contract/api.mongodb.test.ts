import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { putKey, startOnMongodb } from '@animal-store/testkit/service';
import { describeApiContract, storeTopics } from './describe-api-contract.ts';

describeOnMongodb('On MongoDB', (database) => {
  describeApiContract(
    'on MongoDB',
    async () => startOnMongodb({ uri: database.uri, apiKey: await putKey(database) }),
    storeTopics,
  );
});
