import { createOldVersion, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { putKey, runToEnd, startOnMongodb } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import { clientOf } from '../checked.ts';
import { idIn, storedAnimals } from './stored-animals.ts';

describeOnMongodb('An upgrade from a version that keeps records in animals', (database) => {
  const migrate = (...args: readonly string[]) =>
    runToEnd({ args: ['migrate', ...args], env: { MONGODB_URI: database.uri } });

  it('loses no record in the order of steps in the operations guide', { timeout: 90_000 }, async (test) => {
    const apiKey = await putKey(database);
    const scope = apiKey.slice(4, 12);
    const old = createOldVersion(database.client.db(database.name));
    await old.start();
    const addOld = async (name: string) => `${await old.add({ name, scope, key: name })}`;
    const ids = new Map([['old', await addOld('old')]]);

    // Both versions run.
    const first = await startOnMongodb({ uri: database.uri, apiKey });
    test.onTestFinished(() => first.process.kill('SIGKILL'));
    const client = clientOf(test, first);
    const add = async (name: string) => idIn((await client.add(name, name)).text);
    ids.set('beside', await addOld('beside'));
    ids.set('new', await add('new'));
    expect(await addOld('new')).toBe(ids.get('new'));
    expect(await add('beside')).toBe(ids.get('beside'));

    // The old version has stopped. `new` and `beside` already have separate records.
    const moved = { code: 0, stdout: '3 records were moved.\n', stderr: '' };
    expect(await migrate()).toMatchObject(moved);
    expect(await migrate()).toMatchObject({ ...moved, stdout: 'No record is left to move.\n' });
    ids.set('after', await add('after'));
    const second = await startOnMongodb({ uri: database.uri, apiKey });
    test.onTestFinished(() => second.process.kill('SIGKILL'));
    const other = clientOf(test, second);
    for (const [name, id] of ids) {
      expect([name, await add(name), idIn((await other.add(name, name)).text)]).toEqual([name, id, id]);
    }
    expect(await storedAnimals(database)).toEqual(new Map([...ids].map(([name, id]) => [name, [id]])));
    expect(await database.collection('pets').countDocuments({ idempotency: { $exists: true } })).toBe(0);
    expect(await Promise.all([first.stop(), second.stop()])).toEqual([0, 0]);
  });

  it('exits with 1 and a message if there is no MongoDB to migrate, and with 2 for wrong usage', async () => {
    expect(await runToEnd({ args: ['migrate'] })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'animal-store: MONGODB_URI must be set: the records are in MongoDB\n',
    });
    const away = 'mongodb://127.0.0.1:9/?serverSelectionTimeoutMS=100';
    expect(await runToEnd({ args: ['migrate'], env: { MONGODB_URI: away } })).toMatchObject({
      code: 1,
      stderr: 'animal-store: MongoDB does not respond; nothing is lost: run animal-store migrate again\n',
    });
    expect(await migrate('now')).toMatchObject({ code: 2, stdout: '' });
  });
});
