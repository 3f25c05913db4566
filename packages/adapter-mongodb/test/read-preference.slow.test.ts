import { startReplicaSet, withOption } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { checkMongo } from '../src/index.ts';
import { connect } from './mongodb/connect.ts';

const { run } = inject('mongodb');

describe.skipIf(run === undefined)('A replica set of one member', () => {
  it('is used with any read preference in the connection string', { timeout: 90_000 }, async () => {
    const set = await startReplicaSet(run ?? '', 1);
    onTestFinished(async () => void (await Promise.all(set.members.map((member) => member.remove()))));
    const preferences = [
      ['readPreference=secondary'],
      ['readPreference=nearest', 'readPreferenceTags=dc:ny'],
      ['readPreference=secondary', 'maxStalenessSeconds=90'],
    ];
    for (const options of preferences) {
      const uri = options.reduce(withOption, set.uri);
      const store = await connect(uri);
      onTestFinished(store.close);
      expect([await store.ping(), await checkMongo(uri)()]).toEqual([E.right(undefined), E.right('ours')]);
    }
  });
});
