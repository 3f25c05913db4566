import { describeOnMongodb, type Stored } from '@animal-store/testkit/mongodb';
import { either as E, option as O } from 'fp-ts';
import { type Document, Double, Int32, Long, ObjectId } from 'mongodb';
import { beforeEach, expect, it } from 'vitest';
import { apiKey, apiKeyId, digest, idempotency, instant, newPet, openStore, petId } from './store.ts';

const rex = { _id: Long.fromInt(5), name: 'Rex', categoryId: Long.fromInt(7) };
const key = {
  _id: 'aaaaaaaa',
  label: 'ci',
  digest: 'ab'.repeat(32),
  created: new Date('2026-01-01T00:00:00.123Z'),
};
const integers = 'must be an integer between -9223372036854775808 and 9223372036854775807';

describeOnMongodb('A document that another program wrote', (database) => {
  const store = openStore(database.uri);
  const write = (collection: string, document: Document) =>
    database.collection(collection).insertOne(document as Stored, { bypassDocumentValidation: true });

  beforeEach(async () => {
    await store();
    await Promise.all(['pets', 'apiKeys'].map((name) => database.collection(name).deleteMany({})));
  });

  it('is an animal with integers of other types and unknown fields, in whichever way it is read', async () => {
    const { pets } = await store();
    await write('pets', { ...rex, _id: new Int32(5), categoryId: new Double(7), colour: 'red', id: 9, __v: 0 });
    const pet = { id: 5n, name: 'Rex', categoryId: 7n };
    expect(await pets.find(petId(5n))()).toEqual(E.right(O.some(pet)));
    expect(await pets.list({ limit: 2, after: petId(4n) })()).toEqual(E.right([pet]));
  });

  it.each<[string, Document, string, string]>([
    ['no text as its name', { name: { secret: 's3cret' } }, '5', 'name must be a string'],
    [
      'a double that may be rounded',
      { categoryId: new Double(2 ** 53) },
      '5',
      'categoryId must be given as a bigint, because a number beyond ±9007199254740991 may have been rounded',
    ],
    [
      'an ObjectId',
      { _id: new ObjectId('0123456789abcdef01234567') },
      '{"$oid":"0123456789abcdef01234567"}',
      `id ${integers}`,
    ],
  ])('is an error that names it when it is an animal with %s', async (_, fields, shown, reasons) => {
    const { pets } = await store();
    await write('pets', { ...rex, ...fields });
    const error = new Error(`The document with the _id ${shown} in pets cannot be read: ${reasons}`);
    await expect(pets.list({ limit: 2 })()).rejects.toEqual(error);
  });

  it('is an error that does not show the idempotency key when it is the record of a creation', async () => {
    const { pets } = await store();
    await write('creations', { _id: idempotency('broken'), petId: Long.fromInt(5), pet: { categoryId: Long.ONE } });
    const error = new Error('The document with the petId 5 in creations cannot be read: name is required');
    await expect(pets.add(newPet({ name: 'Rex', categoryId: 7n }), idempotency('broken'))()).rejects.toEqual(error);
  });

  it('is an API key whose instants are dates, as the service writes them itself', async () => {
    const { apiKeys } = await store();
    const { _id: id, ...rest } = key;
    const given = { ...rest, id, created: key.created.getTime(), expires: 8.64e15, revoked: -1, lastUsed: 5 };
    const document = { ...key, expires: new Date(8.64e15), revoked: new Date(-1), lastUsed: new Date(5) };
    await apiKeys.add(apiKey(given))();
    expect(await database.collection('apiKeys').find().toArray()).toEqual([document]);
    expect(await apiKeys.findByDigest(digest(key.digest))()).toEqual(E.right(O.some(given)));
    expect(await apiKeys.revoke(apiKeyId(id), instant(-2))()).toEqual(E.right(O.some({ ...given, revoked: -2 })));
    expect(await database.collection('apiKeys').find().toArray()).toEqual([{ ...document, revoked: new Date(-2) }]);
  });

  it.each<[string, Document, string, string]>([
    ['a number as an instant', { created: 1_767_225_600_000 }, '"aaaaaaaa"', 'created must be a date'],
    ['an id that is not a text', { _id: 5 }, '5', '_id must be 8 characters of a-z and 2-7'],
  ])('is an error that names it when it is an API key with %s', async (_, fields, shown, reason) => {
    const { apiKeys } = await store();
    await write('apiKeys', { ...key, ...fields });
    const error = new Error(`The document with the _id ${shown} in apiKeys cannot be read: ${reason}`);
    await expect(apiKeys.list()()).rejects.toEqual(error);
  });
});
