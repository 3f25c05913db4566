import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../src/core/', import.meta.url);

it('the core knows no port of the animal store, so that it proves any other port', () => {
  const imported = readdirSync(folder).flatMap((file) =>
    Array.from(readFileSync(new URL(file, folder), 'utf8').matchAll(/ from '(.+?)'/g), ([, from = '']) => from),
  );
  const others = imported.filter((from) => !/^(\.\/[\w-]+\.ts|node:[\w/]+|fast-check|fp-ts)$/.test(from));
  expect(others).toEqual([]);
});
