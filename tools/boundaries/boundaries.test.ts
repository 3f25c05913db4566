import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProbeTree, type Finding, type Outcome, type ProbeFile } from './probe-tree.ts';
import { type Probe, privateFiles, probes, reachableProbes } from './probes.ts';

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

describe.each([[], ['--conditions=@animal-store/source']])('plain Node.js', (...options) => {
  const load = async (specifier: string): Promise<string> => {
    const script = `await import('${specifier}').then(() => console.log('loaded'), ({ code }) => console.log(code));`;
    const run = ['--input-type=module', '--eval', script];
    const { stdout }: Outcome = await tree.node('apps/service', ...options, ...run);
    return stdout;
  };

  test.each<readonly [specifier: string, outcome: string]>([
    ['@animal-store/domain', 'loaded'],
    ...privateFiles.map((path) => [path, 'ERR_PACKAGE_PATH_NOT_EXPORTED'] as const),
    ['fp-ts', 'loaded'],
    ['fp-ts/Either', 'ERR_UNSUPPORTED_DIR_IMPORT'],
  ])('with %s: %s', async (specifier, outcome) => {
    expect(await load(specifier)).toBe(`${outcome}\n`);
  });
});
