import { describeOnMongodb, type Stored } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { type Document, Long, ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import { connect, connectObserved } from './mongodb/connect.ts';
import { openStore } from './mongodb/open-store.ts';
import { idempotency, newPet } from './mongodb/samples.ts';

describeOnMongodb('An animal added under an idempotency key', (database) => {
  const one = openStore(database.uri);
  const pets = database.collection('pets');
  const creations = database.collection('creations');
  const stored = (name: string) => pets.find({ name }).toArray();
  const record = (key: string) => creations.findOne({ _id: idempotency(key) });

  it('is stored with the mark of its creation, and the record without one once it is complete', async () => {
    const fields = { name: 'marked', categoryId: 2n ** 63n - 1n, status: 'pending' };
    await (await one()).pets.add(newPet(fields), idempotency('marked'))();
    const [document] = await stored('marked');
    expect(document).toEqual({ _id: expect.any(BigInt), ...fields, creation: expect.any(ObjectId) });
    expect(await record('marked')).toEqual({
      _id: idempotency('marked'),
      petId: document?._id,
      pet: fields,
      created: expect.any(Date),
    });
  });

  it('is looked up among what a majority has', async () => {
    const finds: Document[] = [];
    const observed = await connectObserved(database.uri, ({ command }) => {
      if (command['find'] === 'creations') finds.push(command);
    });
    const add = observed.pets.add(newPet({ name: 'majority', categoryId: 1n }), idempotency('majority'));
    const outcomes = [await add(), await add()];
    await observed.close();
    const pet = { id: expect.any(BigInt), name: 'majority', categoryId: 1n };
    expect(outcomes).toEqual([E.right({ pet, replayed: false }), E.right({ pet, replayed: true })]);
    expect(finds).toMatchObject([{ find: 'creations', readConcern: { level: 'majority' } }]);
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
    const outcomes = await Promise.all(stores.map((store) => store.pets.add(...add)()));
    await Promise.all(stores.map((store) => store.close()));

    const [document, ...more] = await stored('taken');
    expect(more).toEqual([]);
    expect(document?._id).toBeGreaterThan(id);
    expect(outcomes).toEqual(
      outcomes.map(() => E.right({ pet: { id: document?._id, name: 'taken', categoryId: 1n }, replayed: true })),
    );
    expect(await stored('imported')).toEqual([{ _id: id, name: 'imported', categoryId: 1n }]);
  });

  it('is recognised by its mark, not its fields, when a record is completed late', async () => {
    const id = 6_000_000n;
    const creation = await reserve('late', id);
    const changed = { _id: Long.fromBigInt(id), name: 'changed since', categoryId: Long.ONE, creation };
    await pets.insertOne(changed as Stored);
    expect(await retry('late')).toEqual(E.right({ pet: { id, name: 'late', categoryId: 1n }, replayed: true }));
    expect(await record('late')).not.toHaveProperty('pending');
    expect(await stored('late')).toEqual([]);
  });

  it('is inserted under the id that its record has, when it was removed before the record was complete', async () => {
    const id = 7_000_000n;
    await reserve('removed', id);
    expect(await retry('removed')).toEqual(E.right({ pet: { id, name: 'removed', categoryId: 1n }, replayed: true }));
    expect((await stored('removed')).map(({ _id }) => _id)).toEqual([id]);
  });
});
