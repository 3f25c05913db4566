import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allTopics } from './describe-api-contract.ts';
import { operations } from './operations.ts';

const files = readdirSync(new URL('topics', import.meta.url)).map((file) => file.replace('.ts', ''));

it('each topic is part of the contract', () => {
  const named = allTopics.map(({ name }) => name.replace('describe', ''));
  const kebab = named.map((name) => name.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase());
  expect(kebab.toSorted()).toEqual(files.toSorted());
});

it('each operation has a topic', () => {
  const kebab = operations.map(({ name }) => name.replace(/[A-Z]/g, '-$&').toLowerCase());
  expect(kebab.filter((name) => !files.some((file) => file.startsWith(name)))).toEqual([]);
});
