import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeClosedExports, privateFileProbes } from './closed-exports.ts';
import { describeLintRules, lintRuleProbes } from './lint-rules.ts';
import { describePackageIsolation, reachableProbes, undeclaredProbes } from './package-isolation.ts';
import { createProbeTree, type Found, type ProbeFile } from './probe-tree.ts';
import { describePureDomain, pureProbes } from './pure-domain.ts';
import { describeTestTypes, testTypeProbes } from './test-types.ts';
import { describeValues, valueProbes } from './values.ts';

// All violations are in one copy of the workspace, so that each check runs once.
const forAllChecks = [
  ...undeclaredProbes,
  ...pureProbes,
  ...lintRuleProbes,
  ...privateFileProbes,
  ...testTypeProbes,
  ...valueProbes,
];
const probes: readonly ProbeFile[] = [...forAllChecks, ...reachableProbes];

let ready: Found | undefined;
const found = (): Found => {
  if (ready === undefined) throw new Error('The probes are not there yet');
  return ready;
};

beforeAll(async () => {
  const tree = await createProbeTree();
  const write = (files: readonly ProbeFile[]): Promise<unknown> =>
    Promise.all(files.map(({ file, source }) => tree.write(file, source)));
  await write(forAllChecks);
  const [compiled, typed] = await Promise.all([tree.compile('-b'), tree.compile('-p', 'tsconfig.test.json')]);
  await write(reachableProbes);
  ready = { tree, compiled, typed, linted: await tree.lint() };
}, 240_000);

afterAll(() => ready?.tree.remove());

test('the checks find nothing except the probes', () => {
  const { compiled, typed, linted } = found();
  const elsewhere = [...compiled, ...typed, ...linted].filter(
    ({ file }) => !probes.some((probe) => probe.file === file),
  );
  expect(elsewhere).toEqual([]);
});

describePackageIsolation(found);
describeClosedExports(found);
describePureDomain(found);
describeLintRules(found);
describeTestTypes(found);
describeValues(found);
