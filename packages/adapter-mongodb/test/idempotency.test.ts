import { behindProxy, describeOnMongodb, type Fault, type Stored, withOption } from '@animal-store/mongodb-testkit';
import { either as E } from 'fp-ts';
import { type CommandStartedEvent, type Document, Long, ObjectId } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { connect } from './mongodb/connect.ts';
import { openStore } from './mongodb/open-store.ts';
import { idempotency, newPet } from './mongodb/samples.ts';
import { startProcess } from './mongodb/start-process.ts';

describeOnMongodb('An animal added under an idempotency key', (database) => {
  const one = openStore(database.uri);
  const other = openStore(database.uri);
  const pets = database.collection('pets');
  const creations = database.collection('creations');
  const stored = (name: string) => pets.find({ name }).toArray();
  const record = (key: string) => creations.findOne({ _id: idempotency(key) });

  it('is added once by 100 attempts at the same time over two connections', async () => {
    const stores = await Promise.all([one(), other()]);
    const key = idempotency('two-connections');
    const fields = { name: 'shared', categoryId: 2n ** 63n - 1n, status: 'pending' };
    const attempts = Array.from({ length: 50 }, () =>
      stores.map((store) => store.pets.add(newPet(fields), key)),
    ).flat();
    const answers = await Promise.all(attempts.map((attempt) => attempt()));

    const [document] = await stored('shared');
    expect(await stored('shared')).toEqual([{ _id: document?._id, ...fields, creation: expect.any(ObjectId) }]);
    expect(await record('two-connections')).toEqual({
      _id: key,
      petId: document?._id,
      pet: fields,
      created: expect.any(Date),
    });
    expect(answers).toEqual(attempts.map(() => E.right({ id: document?._id, ...fields })));
  });

  it('is added once by 100 attempts at the same time in two processes', async () => {
    const processes = [1, 2].map(() => startProcess(database.uri, 'two processes', 50, 'two-processes'));
    const ids = (await Promise.all(processes.map((process) => process.ids))).flat();
    const [document] = await stored('two processes');
    expect(await pets.countDocuments({ name: 'two processes' })).toBe(1);
    expect(ids).toEqual(Array(100).fill(document?._id));
  });

  it('is looked up among what a majority has', async () => {
    const finds: Document[] = [];
    const observed = await connect(withOption(database.uri, 'monitorCommands=true'), {
      observe: (events) => {
        events.on('commandStarted', ({ command }: CommandStartedEvent) => {
          if (command['find'] === 'creations') finds.push(command);
        });
      },
    });
    const add = observed.pets.add(newPet({ name: 'majority', categoryId: 1n }), idempotency('majority'));
    const answers = [await add(), await add()];
    await observed.close();
    expect(answers[1]).toEqual(answers[0]);
    expect(finds).toMatchObject([{ find: 'creations', readConcern: { level: 'majority' } }]);
  });

  describe('is completed by the next retry, when an instance fails', () => {
    const steps = [
      ['the reservation', 'insert', 'creations'],
      ['the insert of the animal', 'insert', 'pets'],
      ['the mark of completion', 'update', 'creations'],
    ] as const;
    const cases = steps.flatMap(([step, command, collection]): readonly (readonly [string, Fault])[] => [
      [`before ${step}`, { kind: 'request lost', command, collection }],
      [`after ${step}`, { kind: 'reply lost', command, collection, times: 9 }],
    ]);
    for (const [when, fault] of cases) {
      it(when, async (test) => {
        const { proxy, uri } = await behindProxy(test, database.uri);
        const failing = await connect(uri, { answerWithinMS: 1000 });
        test.onTestFinished(failing.close);
        const creation = [newPet({ name: when, categoryId: 1n }), idempotency(when.replaceAll(' ', '-'))] as const;
        await failing.pets.add(newPet({ name: 'fetches a block of ids', categoryId: 1n }))();
        await proxy.become(fault);
        expect(await failing.pets.add(...creation)()).toMatchObject({ left: { _tag: 'RepositoryUnavailable' } });

        const answer = await (await one()).pets.add(...creation)();
        const [document, ...more] = await stored(when);
        expect(answer).toEqual(E.right({ id: document?._id, name: when, categoryId: 1n }));
        expect(more).toEqual([]);
        expect(await record(creation[1].key)).toMatchObject({ petId: document?._id });
        expect(await creations.countDocuments({ pending: { $exists: true } })).toBe(0);
        await proxy.become({ kind: 'none' });
        expect(await (await other()).pets.add(...creation)()).toEqual(answer);
      });
    }
  });

  /** A creation that an instance has reserved before it was killed. */
  const reserve = async (key: string, petId: bigint): Promise<ObjectId> => {
    const pending = new ObjectId();
    const pet = { name: key, categoryId: Long.ONE };
    const document = { _id: idempotency(key), petId: Long.fromBigInt(petId), pet, created: new Date(), pending };
    await creations.insertOne(document);
    return pending;
  };
  const retry = async (key: string) =>
    (await one()).pets.add(newPet({ name: key, categoryId: 1n }), idempotency(key))();

  it('gets another id when its own was taken by an import, though two instances see it at once', async () => {
    const id = 5_000_000n;
    await reserve('taken', id);
    const imported = { _id: Long.fromBigInt(id), name: 'imported', categoryId: Long.ONE };
    await database.collection('pets').insertOne(imported as Stored);
    const add = [newPet({ name: 'taken', categoryId: 1n }), idempotency('taken')] as const;
    const stores = await Promise.all([1, 2, 3, 4].map(() => connect(database.uri)));
    const answers = await Promise.all(stores.map((store) => store.pets.add(...add)()));
    await Promise.all(stores.map((store) => store.close()));

    const [document, ...more] = await stored('taken');
    expect(more).toEqual([]);
    expect(document?._id).toBeGreaterThan(id);
    expect(answers).toEqual(answers.map(() => E.right({ id: document?._id, name: 'taken', categoryId: 1n })));
    expect(await stored('imported')).toEqual([{ _id: id, name: 'imported', categoryId: 1n }]);
  });

  it('is recognised by its mark, not its fields, when a record is completed late', async () => {
    const id = 6_000_000n;
    const creation = await reserve('late', id);
    const changed = { _id: Long.fromBigInt(id), name: 'changed since', categoryId: Long.ONE, creation };
    await pets.insertOne(changed as Stored);
    expect(await retry('late')).toEqual(E.right({ id, name: 'late', categoryId: 1n }));
    expect(await record('late')).not.toHaveProperty('pending');
    expect(await stored('late')).toEqual([]);
  });

  it('is inserted under the id that its record has, when it was removed before the record was complete', async () => {
    const id = 7_000_000n;
    await reserve('removed', id);
    expect(await retry('removed')).toEqual(E.right({ id, name: 'removed', categoryId: 1n }));
    expect((await stored('removed')).map(({ _id }) => _id)).toEqual([id]);
  });
});
