import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { openCollections } from './collections.ts';

it('never asks the driver for bigints, for its monitor fails on them when the primary changes', () => {
  const { pets, creations, apiKeys, counters } = openCollections(new MongoClient('mongodb://localhost').db());
  const asked = [pets, creations, apiKeys, counters].map(({ bsonOptions }) => [
    bsonOptions.useBigInt64,
    bsonOptions.promoteLongs,
  ]);
  expect(asked).toEqual([
    [false, false],
    [false, false],
    [false, true],
    [false, false],
  ]);
});
