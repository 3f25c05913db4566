import { durableApiKeyRepositoryContract } from '@animal-store/domain-testkit';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { it } from 'vitest';
import { freshDurableStore } from './durable-store.ts';

describeOnMongodb('The API keys on MongoDB', (database) => {
  for (const { name, check } of durableApiKeyRepositoryContract)
    it(name, () => check(() => freshDurableStore(database, 'apiKeys')));
});
