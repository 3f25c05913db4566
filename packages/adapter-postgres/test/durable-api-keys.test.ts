import { durableApiKeyRepositoryContract } from '@animal-store/domain-testkit';
import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { it } from 'vitest';
import { freshDurableStore } from './durable-store.ts';

describeOnPostgres('The API keys on PostgreSQL', (database) => {
  for (const { name, check } of durableApiKeyRepositoryContract)
    it(name, () => check(() => freshDurableStore(database, 'apiKeys')));
});
