import { setTimeout as wait } from 'node:timers/promises';
import { ApiKey } from '@animal-store/access';
import { PetId } from '@animal-store/domain';
import { known } from '@animal-store/testkit/known';
import { describeOnPostgres, type TestDatabase } from '@animal-store/testkit/postgres';
import { either as E } from 'fp-ts';
import { expect, it, onTestFinished } from 'vitest';
import { connect, idempotency, newPet } from './store.ts';

const rex = newPet({ name: 'Rex', categoryId: 1n, status: 'sold' });
const key = known(ApiKey)({ id: 'aaaaaaaa', label: 'ci', digest: 'ab'.repeat(32), created: 1000, revoked: 1.7e12 });

/** Above the time that a failed connection takes, and below the time limit of an operation that waits for one. */
const healsWithinMS = 1_500;

describeOnPostgres('A store with many clients on PostgreSQL', ({ uri, sql }: TestDatabase) => {
  // With `integer`, PostgreSQL expects the values of a statement in that type, also when the column is a `bigint` again.
  it.each([
    ['pets', 'name', 'text COLLATE "POSIX"', 'text'],
    ['creations', 'created', 'integer', 'bigint'],
    ['api_keys', 'revoked', 'numeric', 'bigint'],
  ])('heals on each connection after %s.%s was %s for a while', async (table, column, other, own) => {
    const { pets, apiKeys, close } = await connect(`${uri}?pool_size=4`);
    onTestFinished(close);
    await sql('DELETE FROM creations');
    let count = 0;
    const operations = [
      pets.list({ limit: 5 }),
      pets.list({ limit: 5, status: 'sold' }),
      pets.find(known(PetId)(1n)),
      pets.add(rex),
      () => pets.add(rex, idempotency(`${count++}`))(),
      pets.add(rex, idempotency('same')),
      apiKeys.add(key),
      apiKeys.list(),
      apiKeys.find(key.id),
      apiKeys.findByDigest(key.digest),
      apiKeys.revoke(key.id, key.created),
      apiKeys.recordUse(key.id, key.created),
    ];
    let isOver = false;
    let failed = 0;
    let failures = 0;
    const clients = [...operations, ...operations, ...operations, ...operations].map(async (run) => {
      while (!isOver) {
        const outcome = await run().catch(() => E.left({ _tag: 'Thrown' }));
        if (E.isLeft(outcome) && outcome.left._tag !== 'ApiKeyTaken') {
          failed = performance.now();
          failures += 1;
        }
        await wait(5);
      }
    });
    await wait(100);
    await sql(
      `BEGIN; LOCK ${table}; DELETE FROM creations; ALTER TABLE ${table} ALTER ${column} TYPE ${other}; COMMIT`,
    );
    await wait(100);
    await sql(`ALTER TABLE ${table} ALTER ${column} TYPE ${own}`);
    const restored = performance.now();
    await wait(healsWithinMS + 700);
    isOver = true;
    await Promise.all(clients);
    expect(failures).toBeGreaterThan(0);
    expect(failed - restored).toBeLessThan(healsWithinMS);
  });
});
