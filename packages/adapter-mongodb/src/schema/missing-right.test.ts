import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { describe, expect, it } from 'vitest';
import { missingRight, neededRights } from './missing-right.ts';

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
      neededRights.map(({ collection, action }, index) => ({
        resource: { db: index % 2 === 0 ? 'shop' : '', collection },
        actions: [action],
      })),
    ],
  ])('is none with rights on %s', (_, privileges) => {
    expect(missingRight('shop', privileges)).toBeUndefined();
  });

  it.each([
    ['no privilege', [], findPets],
    ['reading only', [{ resource: { db: 'shop', collection: '' }, actions: ['find'] }], insertIntoPets],
    ['another database', [{ resource: { db: 'zoo', collection: '' }, actions: all }], findPets],
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

it('each right is in the guide for operators', () => {
  const guide = readFileSync(projectFile('docs/deploy.md'), 'utf8');
  for (const collection of new Set(neededRights.map((right) => right.collection))) {
    const actions = neededRights
      .filter((right) => right.collection === collection)
      .map(({ action }) => `\`${action}\``);
    expect(guide).toContain(`\n| \`${collection}\` | ${actions.join(', ')}`);
  }
});
