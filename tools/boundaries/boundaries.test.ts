import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProbeTree, type Finding, type ProbeFile } from './probe-tree.ts';
import { type Probe, probes, reachableProbes } from './probes.ts';

const all = [...probes, ...reachableProbes];

let tree: Awaited<ReturnType<typeof createProbeTree>>;
let found: Readonly<Record<Probe['by'], readonly Finding[]>>;

// All violations are in one copy of the workspace, so that each check runs once.
beforeAll(async () => {
  tree = await createProbeTree();
  const write = (files: readonly ProbeFile[]): Promise<unknown> =>
    Promise.all(files.map(({ file, source }) => tree.write(file, source)));
  await write(probes);
  const [compiled, typed] = await Promise.all([tree.compile('-b'), tree.compile('-p', 'tsconfig.test.json')]);
  await write(reachableProbes);
  found = { compiled, typed, linted: await tree.lint() };
}, 240_000);

afterAll(() => tree?.remove());

test('the checks find nothing except the probes', () => {
  const elsewhere = Object.values(found)
    .flat()
    .filter(({ file }) => !all.some((probe) => probe.file === file));
  expect(elsewhere).toEqual([]);
});

test.each(all)('$file is $by: $findings', ({ by, file, findings }) => {
  const expected = findings.map(([rule, says]) => ({ file, rule, message: expect.stringContaining(says) }));
  expect(found[by].filter((finding) => finding.file === file)).toEqual(expected);
});
