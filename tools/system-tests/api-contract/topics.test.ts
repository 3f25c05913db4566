import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operations } from './operations.ts';

it('each operation has a topic that is tested on each store', () => {
  const files = readdirSync(new URL('topics/store', import.meta.url));
  const kebab = operations.map(({ name }) => name.replace(/[A-Z]/g, '-$&').toLowerCase());
  expect(kebab.filter((name) => !files.some((file) => file.startsWith(name)))).toEqual([]);
});
