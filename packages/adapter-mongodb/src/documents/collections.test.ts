import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { openCollections } from './collections.ts';

it('does not request bigints of the driver, because its monitor fails on them when the primary changes', () => {
  const { pets, creations, apiKeys, counters } = openCollections(new MongoClient('mongodb://localhost').db());
  const options = [pets, creations, apiKeys, counters].map(({ bsonOptions }) => [
    bsonOptions.useBigInt64,
    bsonOptions.promoteLongs,
  ]);
  expect(options).toEqual([
    [false, false],
    [false, false],
    [false, true],
    [false, false],
  ]);
});
