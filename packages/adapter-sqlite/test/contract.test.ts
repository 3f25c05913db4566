import { apiKeyRepositoryContract, petRepositoryContract } from '@animal-store/domain-testkit';
import { describe, it } from 'vitest';
import { useStores } from './sqlite/use-stores.ts';

describe('The repositories in an SQLite file', () => {
  const { open } = useStores();
  for (const { name, check } of petRepositoryContract) it(name, () => check(async () => (await open()).pets));
  for (const { name, check } of apiKeyRepositoryContract) it(name, () => check(async () => (await open()).apiKeys));
});
