import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { runToEnd, startService } from '@animal-store/testkit/service';
import { describeApiContract, storeTopics } from './describe-api-contract.ts';

const issued = ['keys', 'issue', '--label', 'test', '--json'];

describeOnPostgres('On PostgreSQL', (database) => {
  const env = { POSTGRES_URI: database.uri };
  describeApiContract(
    'on PostgreSQL',
    async () => {
      const { stdout } = await runToEnd({ args: issued, env });
      const { key } = JSON.parse(stdout) as { readonly key: string };
      return { ...(await startService({ env: { API_KEY: '', ...env } })), apiKey: key };
    },
    storeTopics,
  );
});
