import type { ApiKeyId } from '@animal-store/access';
import { unreadableApiKeyContract } from '@animal-store/domain-testkit';
import { describeOnMongodb, type Stored } from '@animal-store/testkit/mongodb';
import { either as E, option as O } from 'fp-ts';
import { Decimal128, type Document, Double, Int32, Long, ObjectId } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore } from './mongodb/open-store.ts';
import { apiKey, apiKeyId, digest, idempotency, instant, newPet, petId } from './mongodb/samples.ts';

const rex = { _id: Long.fromInt(5), name: 'Rex', categoryId: Long.fromInt(7) };
const integers = 'must be an integer between -9223372036854775808 and 9223372036854775807';

describeOnMongodb('A document that another program wrote', (database) => {
  const store = openStore(database.uri);
  const write = (collection: string, document: Document) =>
    database.collection(collection).insertOne(document as Stored, { bypassDocumentValidation: true });

  beforeEach(async () => {
    await store();
    await database.collection('pets').deleteMany({});
    await database.collection('apiKeys').deleteMany({});
  });

  it('is an animal with integers of other types and unknown fields, in whichever way it is read', async () => {
    const { pets } = await store();
    await write('pets', { ...rex, _id: new Int32(5), categoryId: new Double(7), colour: 'red', id: 9, __v: 0 });
    const pet = { id: 5n, name: 'Rex', categoryId: 7n };
    expect(await pets.find(petId(5n))()).toEqual(E.right(O.some(pet)));
    expect(await pets.list({ limit: 2 })()).toEqual(E.right([pet]));
    expect(await pets.list({ limit: 2, after: petId(4n) })()).toEqual(E.right([pet]));
  });

  describe('is an error that names it, and never half an animal', () => {
    it.each<[string, Document, string]>([
      ['with no text as its name', { ...rex, name: { secret: 's3cret' } }, 'name must be a string'],
      [
        'with a double that may be rounded',
        { ...rex, categoryId: new Double(2 ** 53) },
        'categoryId must be given as a bigint, because a number beyond ±9007199254740991 may have been rounded',
      ],
      ['with a decimal', { ...rex, categoryId: Decimal128.fromString('7') }, `categoryId ${integers}`],
      ['with nothing right', { _id: Long.fromInt(5) }, 'name is required, categoryId is required'],
    ])('%s', async (_, document, reasons) => {
      const { pets } = await store();
      await write('pets', document);
      await write('pets', { ...rex, _id: Long.fromInt(6) });
      const error = new Error(`The document with the _id 5 in pets cannot be read: ${reasons}`);
      await expect(pets.find(petId(5n))()).rejects.toEqual(error);
      await expect(pets.list({ limit: 2 })()).rejects.toEqual(error);
    });

    it.each<[string, unknown, string]>([
      ['an ObjectId', new ObjectId('0123456789abcdef01234567'), '{"$oid":"0123456789abcdef01234567"}'],
      ['a decimal', Decimal128.fromString('5.5'), '{"$numberDecimal":"5.5"}'],
    ])('with %s as its _id, on whichever page it is met', async (_, _id, shown) => {
      const { pets } = await store();
      await write('pets', rex);
      await write('pets', { ...rex, _id });
      const error = new Error(`The document with the _id ${shown} in pets cannot be read: id ${integers}`);
      await expect(pets.list({ limit: 3 })()).rejects.toEqual(error);
      await expect(pets.list({ limit: 3, after: petId(5n) })()).rejects.toEqual(error);
    });

    it('when it is the record of a creation, whose idempotency key is not shown', async () => {
      const { pets } = await store();
      await write('creations', { _id: idempotency('broken'), petId: Long.fromInt(5), pet: { categoryId: Long.ONE } });
      const error = new Error('The document with the petId 5 in creations cannot be read: name is required');
      await expect(pets.add(newPet({ name: 'Rex', categoryId: 7n }), idempotency('broken'))()).rejects.toEqual(error);
    });
  });

  const stored = {
    _id: 'aaaaaaaa',
    label: 'ci',
    digest: 'ab'.repeat(32),
    created: new Date('2026-01-01T00:00:00.123Z'),
  };

  it('is an API key whose instants are dates, as the service writes them itself', async () => {
    const { apiKeys } = await store();
    const document = { ...stored, expires: new Date(8.64e15), revoked: new Date(-1), lastUsed: new Date(5) };
    const key = apiKey({
      id: 'aaaaaaaa',
      label: 'ci',
      digest: 'ab'.repeat(32),
      created: Date.parse('2026-01-01T00:00:00.123Z'),
      expires: 8.64e15,
      revoked: -1,
      lastUsed: 5,
    });
    await apiKeys.add(key)();
    expect(await database.collection('apiKeys').find().toArray()).toEqual([document]);
    expect(await apiKeys.findByDigest(digest('ab'.repeat(32)))()).toEqual(E.right(O.some(key)));
    expect(await apiKeys.revoke(apiKeyId('aaaaaaaa'), instant(-2))()).toEqual(E.right(O.some({ ...key, revoked: -2 })));
    expect(await database.collection('apiKeys').find().toArray()).toEqual([{ ...document, revoked: new Date(-2) }]);
  });

  it.each<[string, Document, string]>([
    ['a number', { ...stored, created: 1_767_225_600_000 }, 'created must be a date'],
    ['null', { ...stored, revoked: null }, 'revoked must be a date'],
  ])('is an API key that cannot be read with %s as an instant', async (_, document, reason) => {
    const { apiKeys } = await store();
    await write('apiKeys', document);
    expect(await apiKeys.list()()).toEqual(E.right([{ _tag: 'UnreadableApiKey', id: 'aaaaaaaa', reason }]));
    const error = new Error(`The document with the _id "aaaaaaaa" in apiKeys cannot be read: ${reason}`);
    await expect(apiKeys.findByDigest(digest('ab'.repeat(32)))()).rejects.toEqual(error);
  });

  const unreadable = async () => ({
    apiKeys: (await store()).apiKeys,
    spoil: async (id: ApiKeyId) =>
      void (await database.collection('apiKeys').updateOne({ _id: id }, { $set: { label: '' } })),
  });
  for (const { name, check } of unreadableApiKeyContract) it(name, () => check(unreadable));

  it('is an API key that is revoked for good though its revocation cannot be read', async () => {
    const { apiKeys } = await store();
    await write('apiKeys', { ...stored, revoked: 'yesterday' });
    const revoked = await apiKeys.revoke(apiKeyId('aaaaaaaa'), instant(7))();
    expect(revoked).toMatchObject({ right: { value: { id: 'aaaaaaaa', label: 'ci', revoked: 7 } } });
  });

  it('is an API key that cannot be read when its id is not a text', async () => {
    const { apiKeys } = await store();
    await write('apiKeys', { ...stored, _id: 5 });
    const reason = '_id must be 8 characters of a-z and 2-7';
    expect(await apiKeys.list()()).toEqual(E.right([{ _tag: 'UnreadableApiKey', id: '5', reason }]));
  });
});
