import { expect, test } from 'vitest';
import { findProductionPackages, type ProductionPackage } from './production-packages.ts';

const packages = findProductionPackages();

/** Licences that ask for their own text and no more. */
const allowed: ReadonlySet<string> = new Set(['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);

const refused = (some: readonly ProductionPackage[]): readonly string[] =>
  some.filter(({ licence }) => !allowed.has(licence)).map(({ name, licence }) => `${name}: ${licence}`);

test('every package that ships has a licence that allows it', () => {
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['fp-ts', 'koa', 'mongodb', 'pino']));
  expect(refused(packages)).toEqual([]);
});

test('another licence, or none, would be seen', () => {
  const some = ['MIT', 'GPL-3.0', 'none'].map((licence) => ({ name: 'some', version: '1.0.0', licence, bytes: 1 }));
  expect(refused(some)).toEqual(['some: GPL-3.0', 'some: none']);
});

test('no package that only builds or tests need is among them', () => {
  const notShipped = ['@biomejs/biome', '@types/node', 'testcontainers', 'typescript', 'vitest'];
  expect(packages.map(({ name }) => name).filter((name) => notShipped.includes(name))).toEqual([]);
});
