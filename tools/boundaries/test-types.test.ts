import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProbeTree, type Finding, type ProbeTree } from './probe-tree.ts';

const wrong = 'export const text: string = 0;\n';
const probes: readonly (readonly [file: string, source: string])[] = [
  ['packages/domain/src/probe.test.ts', wrong],
  ['packages/adapter-memory/test/probe.ts', wrong],
  ['apps/service/test/probe.test.ts', wrong],
  ['apps/service/src/probe.test.ts', wrong],
  ['tools/probe.ts', wrong],
  ['tools/toolchain/probe.cjs', '/** @type {string} */\nconst text = 0;\nmodule.exports = { text };\n'],
];

let tree: ProbeTree;
let untouched: readonly Finding[];
let found: readonly Finding[];

beforeAll(async () => {
  tree = await createProbeTree();
  untouched = await tree.compile('-p', 'tsconfig.test.json');
  for (const [file, source] of probes) await tree.write(file, source);
  found = await tree.compile('-p', 'tsconfig.test.json');
}, 120_000);

afterAll(() => tree.remove());

test('the tests and tools pass as they are', () => {
  expect(untouched).toEqual([]);
});

describe('a type error is found in', () => {
  test.each(probes)('%s', (file) => {
    const message = "Type 'number' is not assignable to type 'string'.";
    expect(found.filter((finding) => finding.file === file)).toEqual([{ file, rule: 'TS2322', message }]);
  });
});
