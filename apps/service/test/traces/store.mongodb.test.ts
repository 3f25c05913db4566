import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { expect, it } from 'vitest';
import { expectStoreSpans } from './store-spans.ts';

describeOnMongodb('The traces of a service on MongoDB', ({ uri, name, client }) => {
  it('have its commands below the requests, without their values, the user and the address', {
    timeout: 60_000,
  }, async () => {
    const fail = () => client.db(name).command({ collMod: 'pets', validator: { name: 'none' } });
    const attributes = ['db.system.name', 'db.namespace', 'db.collection.name', 'db.operation.name', 'db.query.text'];
    const texts = await expectStoreSpans({ MONGODB_URI: uri }, 'mongodb', attributes, fail);
    const valuesIn = (document: unknown): readonly unknown[] =>
      Object(document) === document ? Object.values(Object(document)).flatMap(valuesIn) : [document];
    expect(new Set(texts.map((text) => JSON.parse(text)).flatMap(valuesIn))).toEqual(new Set(['?']));
  });
});
