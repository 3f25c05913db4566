import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { expect, it } from 'vitest';
import { expectNoValueInLog } from './secrets/expect-no-value-in-log.ts';
import { secret } from './secrets/hostile-messages.ts';

describeOnMongodb('The log of a service on MongoDB has no value of an animal', ({ collection, uri }) => {
  it('that a unique index puts into an error', async () => {
    const change = async () => {
      await collection('pets').createIndex({ name: 1 }, { unique: true });
      await collection('pets').insertOne({ _id: -1n, name: secret, categoryId: 1n });
    };
    const message = expect.stringContaining('11000');
    await expectNoValueInLog({ MONGODB_URI: uri }, change, { status: 500, err: { message } });
  });
});
