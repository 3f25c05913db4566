import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { startWithIssuedKey } from '@animal-store/testkit/service';
import { describeApiContract } from './describe-api-contract.ts';

describeOnPostgres('On PostgreSQL', ({ uri }) => {
  describeApiContract('on PostgreSQL', () => startWithIssuedKey({ POSTGRES_URI: uri }));
});
