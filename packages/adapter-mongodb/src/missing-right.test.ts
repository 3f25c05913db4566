import { describe, expect, it } from 'vitest';
import { missingRight } from './missing-right.ts';

const all = ['find', 'insert', 'update'];
const insertIntoPets = { collection: 'pets', action: 'insert' };
const findPets = { collection: 'pets', action: 'find' };

describe('The right that is missing', () => {
  it.each([
    ['all collections of the database', [{ resource: { db: 'shop', collection: '' }, actions: all }]],
    ['all databases', [{ resource: { db: '', collection: '' }, actions: all }]],
    ['any resource', [{ resource: { anyResource: true }, actions: all }]],
    [
      'each collection by its name, in several privileges',
      [
        { resource: { db: 'shop', collection: 'pets' }, actions: ['find'] },
        { resource: { db: '', collection: 'pets' }, actions: ['insert'] },
        { resource: { db: 'shop', collection: 'counters' }, actions: all },
        { resource: { db: 'shop', collection: 'creations' }, actions: all },
        { resource: { db: 'shop', collection: 'apiKeys' }, actions: ['find'] },
      ],
    ],
  ])('is none with rights on %s', (_, privileges) => {
    expect(missingRight('shop', privileges)).toBeUndefined();
  });

  it.each([
    ['no privilege', [], findPets],
    ['reading only', [{ resource: { db: 'shop', collection: '' }, actions: ['find'] }], insertIntoPets],
    ['another database', [{ resource: { db: 'zoo', collection: '' }, actions: all }], findPets],
    ['the cluster', [{ resource: { cluster: true }, actions: all }], findPets],
    ['buckets of time series', [{ resource: { db: 'shop', system_buckets: '' }, actions: all }], findPets],
    ['what is no privilege', [{ resource: { anyResource: true } }, {}], findPets],
    [
      'one collection',
      [{ resource: { db: 'shop', collection: 'pets' }, actions: all }],
      { collection: 'counters', action: 'find' },
    ],
  ])('is named with %s', (_, privileges, right) => {
    expect(missingRight('shop', privileges)).toEqual(right);
  });
});
