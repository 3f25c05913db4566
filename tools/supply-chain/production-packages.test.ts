import { expect, test } from 'vitest';
import { findProductionPackages } from './production-packages.ts';

const packages = findProductionPackages();

/** Licences that ask for their own text and no more. */
const allowed: ReadonlySet<string> = new Set(['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);

test('every package that ships has a licence that allows it', () => {
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['fp-ts', 'koa', 'mongodb', 'pino']));
  expect(packages.filter(({ licence }) => !allowed.has(licence))).toEqual([]);
});
