import { describeOnMongodb, type Stored } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { type Document, Long, ObjectId } from 'mongodb';
import { expect, it } from 'vitest';
import { connect, idempotency, newPet, openStore } from './store.ts';

describeOnMongodb('An animal added under an idempotency key', (database) => {
  const store = openStore(database.uri);
  const pets = database.collection('pets');
  const creations = database.collection('creations');
  const stored = (name: string) => pets.find({ name }).toArray();
  const record = (key: string) => creations.findOne({ _id: idempotency(key) });

  it('is stored with the mark of its creation, and the record with the first response', async () => {
    const fields = { name: 'marked', categoryId: 2n ** 63n - 1n, status: 'pending' };
    await (await store()).pets.add(newPet(fields), idempotency('marked'))();
    const [document] = await stored('marked');
    expect(document).toEqual({ _id: expect.any(BigInt), ...fields, creation: expect.any(ObjectId) });
    expect(await record('marked')).toEqual({
      _id: idempotency('marked'),
      petId: document?._id,
      pet: fields,
      created: expect.any(Date),
    });
  });

  /** A creation that an instance has reserved before it was killed. */
  const reserve = async (key: string, petId: bigint): Promise<ObjectId> => {
    const pending = new ObjectId();
    const pet = { name: key, categoryId: Long.ONE };
    const document = { _id: idempotency(key), petId: Long.fromBigInt(petId), pet, created: new Date(), pending };
    await creations.insertOne(document);
    return pending;
  };
  const insert = (id: bigint, fields: Document) =>
    pets.insertOne({ _id: Long.fromBigInt(id), categoryId: Long.ONE, ...fields } as Stored);

  it('gets another id when its own was taken by an import, though four instances see it at once', async () => {
    const id = 5_000_000n;
    await reserve('taken', id);
    await insert(id, { name: 'imported' });
    const add = [newPet({ name: 'taken', categoryId: 1n }), idempotency('taken')] as const;
    const stores = await Promise.all([1, 2, 3, 4].map(() => connect(database.uri)));
    const outcomes = await Promise.all(stores.map((each) => each.pets.add(...add)()));
    await Promise.all(stores.map((each) => each.close()));

    const [document, ...more] = await stored('taken');
    expect(more).toEqual([]);
    expect(document?._id).toBeGreaterThan(id);
    const pet = { id: document?._id, name: 'taken', categoryId: 1n };
    expect(outcomes).toEqual(Array(4).fill(E.right({ pet, replayed: true })));
    expect(await stored('imported')).toEqual([{ _id: id, name: 'imported', categoryId: 1n }]);
  });

  it('is recognised by its mark, not its fields, when a record is completed late', async () => {
    const id = 6_000_000n;
    await insert(id, { name: 'changed since', creation: await reserve('late', id) });
    const add = (await store()).pets.add(newPet({ name: 'late', categoryId: 1n }), idempotency('late'));
    expect(await add()).toEqual(E.right({ pet: { id, name: 'late', categoryId: 1n }, replayed: true }));
    expect(await record('late')).not.toHaveProperty('pending');
    expect(await stored('late')).toEqual([]);
  });
});
