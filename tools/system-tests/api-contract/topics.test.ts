import { readdirSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect, it } from 'vitest';
import { operations } from './operations.ts';

const names = operations.map(({ name }) => name.replace(/[A-Z]/g, '-$&').toLowerCase());

it.each([
  ['a topic that is tested on each store', 'tools/system-tests/api-contract/topics', ''],
  ['a unit test of its call by the client', 'packages/client/src', '.test.ts'],
])('each operation has %s', (_, folder, end) => {
  const files = readdirSync(projectFile(folder));
  expect(names.filter((name) => !files.some((file) => file.startsWith(`${name}${end}`)))).toEqual([]);
});
