import { readdirSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect, it } from 'vitest';
import { operations } from './operations.ts';

it('each operation has a topic that is tested on each store', () => {
  const names = operations.map(({ name }) => name.replace(/[A-Z]/g, '-$&').toLowerCase());
  const files = readdirSync(projectFile('tools/system-tests/api-contract/topics'));
  expect(names.filter((name) => !files.some((file) => file.startsWith(name)))).toEqual([]);
});
