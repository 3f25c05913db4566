import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { startWithIssuedKey } from '@animal-store/testkit/service';
import { describeApiContract } from './describe-api-contract.ts';

describeOnMongodb('On MongoDB', ({ uri }) => {
  describeApiContract('on MongoDB', () => startWithIssuedKey({ MONGODB_URI: uri }));
});
