import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

it('is the same file as in the adapter for MongoDB, which has its test', () => {
  expect(read('batch.ts')).toBe(read('../../adapter-mongodb/src/batch.ts'));
});
