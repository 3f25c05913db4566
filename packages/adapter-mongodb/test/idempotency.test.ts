import { describeOnMongodb, withOption } from '@animal-store/mongodb-testkit';
import { either as E } from 'fp-ts';
import type { CommandStartedEvent, Document } from 'mongodb';
import { expect, it } from 'vitest';
import { connect } from './mongodb/connect.ts';
import { openStore } from './mongodb/open-store.ts';
import { idempotency, newPet } from './mongodb/samples.ts';
import { startProcess } from './mongodb/start-process.ts';

describeOnMongodb('An animal added under an idempotency key', (database) => {
  const one = openStore(database.uri);
  const other = openStore(database.uri);
  const stored = (name: string) => database.collection('pets').find({ name }).toArray();

  it('is added once by 100 attempts at the same time over two connections', async () => {
    const stores = await Promise.all([one(), other()]);
    const key = idempotency('two-connections');
    const attempts = Array.from({ length: 50 }, () =>
      stores.map(({ pets }) =>
        pets.add(newPet({ name: 'shared', categoryId: 2n ** 63n - 1n, status: 'pending' }), key),
      ),
    ).flat();
    const answers = await Promise.all(attempts.map((attempt) => attempt()));

    const [document] = await stored('shared');
    expect(await stored('shared')).toEqual([
      { _id: document?._id, name: 'shared', categoryId: 2n ** 63n - 1n, status: 'pending', idempotency: key },
    ]);
    expect(answers).toEqual(
      attempts.map(() => E.right({ id: document?._id, name: 'shared', categoryId: 2n ** 63n - 1n, status: 'pending' })),
    );
  });

  it('is added once by 100 attempts at the same time in two processes', async () => {
    const processes = [1, 2].map(() => startProcess(database.uri, 'two processes', 50, 'two-processes'));
    const ids = (await Promise.all(processes.map((process) => process.ids))).flat();
    const [document] = await stored('two processes');
    expect(await database.collection('pets').countDocuments({ name: 'two processes' })).toBe(1);
    expect(ids).toEqual(Array(100).fill(document?._id));
  });

  it('is looked up among what a majority has', async () => {
    const finds: Document[] = [];
    const observed = await connect(withOption(database.uri, 'monitorCommands=true'), {
      observe: (events) => {
        events.on('commandStarted', ({ command }: CommandStartedEvent) => {
          if (command['filter']?.['idempotency.key'] !== undefined) finds.push(command);
        });
      },
    });
    const add = observed.pets.add(newPet({ name: 'majority', categoryId: 1n }), idempotency('majority'));
    const answers = [await add(), await add()];
    await observed.close();
    expect(answers[1]).toEqual(answers[0]);
    expect(finds).toMatchObject([{ find: 'pets', readConcern: { level: 'majority' } }]);
  });

  it('is found by the index that keeps it unique', async () => {
    const { scope, key } = idempotency('two-processes');
    const plan = await database
      .collection('pets')
      .find({ 'idempotency.scope': scope, 'idempotency.key': key })
      .explain('executionStats');
    expect(plan).toMatchObject({
      queryPlanner: { winningPlan: { inputStage: { stage: 'IXSCAN', indexName: 'idempotency' } } },
      executionStats: { totalKeysExamined: 1, totalDocsExamined: 1 },
    });
  });
});
