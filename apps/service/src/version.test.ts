import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';
import { readVersion, versionText } from './version.ts';

const folders = (): { readonly bare: string; readonly checkout: string } => {
  const bare = temporaryFolder();
  const checkout = join(bare, 'checkout');
  mkdirSync(join(checkout, '.git'), { recursive: true });
  return { bare, checkout };
};
const fail = (): never => {
  throw new Error('no git');
};

it('has the revision of the build, else that of the checkout, else none', () => {
  const { bare, checkout } = folders();
  const built = { ANIMAL_STORE_REVISION: 'abc123' };
  const revisions = [
    readVersion(built, checkout, fail),
    readVersion({ ANIMAL_STORE_REVISION: '' }, checkout, () => 'def456\n'),
    readVersion({ ANIMAL_STORE_REVISION: 'two words' }, checkout, fail),
    readVersion({}, bare, () => 'def456'),
  ].map(({ revision }) => revision);
  expect(revisions).toEqual(['abc123', 'def456', undefined, undefined]);
});

it('is shown with its revision if that is known', () => {
  expect(versionText({ version: '1.2.3', revision: 'abc' })).toBe('1.2.3 (revision abc)');
  expect(versionText({ version: '1.2.3' })).toBe('1.2.3');
});
