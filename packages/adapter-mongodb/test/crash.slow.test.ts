import { type CrashFixture, crashContract } from '@animal-store/domain-testkit';
import { it, onTestFinished } from 'vitest';
import { connect } from './mongodb/connect.ts';
import { describeOnReplicaSet } from './mongodb/describe-on-replica-set.ts';

describeOnReplicaSet('A MongoDB whose servers are all killed', (on) => {
  const fresh = async (): Promise<CrashFixture> => {
    const { set, client } = on();
    await Promise.all(['pets', 'creations', 'apiKeys'].map((name) => client.db().collection(name).deleteMany({})));
    return {
      open: async () => {
        const { pets, apiKeys, close } = await connect(set.uri);
        onTestFinished(close);
        return { repository: { pets, apiKeys }, close };
      },
      crash: async () => {
        await Promise.all(set.members.map(({ kill }) => kill()));
        await Promise.all(set.members.map(({ start }) => start()));
        await set.primary();
      },
      recoversWithinMS: 30_000,
    };
  };
  for (const { name, check } of crashContract) it(name, () => check(fresh));
});
