import { createOldVersion, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { runToEnd } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';

describeOnMongodb('animal-store migrate', (database) => {
  const migrate = (uri: string, ...args: readonly string[]) =>
    runToEnd({ args: ['migrate', ...args], env: uri === '' ? {} : { MONGODB_URI: uri } });

  it('moves the records that older versions keep in animals, once', async () => {
    const old = createOldVersion(database.client.db(database.name));
    await old.start();
    for (const key of ['one', 'two']) await old.add({ name: key, scope: 'aaaaaaaa', key });
    const moved = { code: 0, stdout: '2 records were moved.\n', stderr: '' };
    expect(await migrate(database.uri)).toMatchObject(moved);
    expect(await migrate(database.uri)).toMatchObject({ ...moved, stdout: 'No record is left to move.\n' });
  });

  it.each([
    ['', [], 1, 'MONGODB_URI must be set: the records are in MongoDB'],
    [
      'mongodb://127.0.0.1:9/?serverSelectionTimeoutMS=100',
      [],
      1,
      'MongoDB does not respond; nothing is lost: run animal-store migrate again',
    ],
    ['', ['now'], 2, 'error: too many arguments'],
  ])('on %j with %j ends with %d', async (uri, args, code, message) => {
    expect(await migrate(uri, ...args)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
  });
});
