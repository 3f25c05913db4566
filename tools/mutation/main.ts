import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runProcess } from '../toolchain/run-process.cjs';
import { mutated, namesOf } from './mutated-packages.ts';
import { outputFolder, strykerOptions, testsVariable } from './stryker-options.ts';

const project = join(import.meta.dirname, '../..');
const wrongUsage = 2;
const usage = `Usage: npm run test:mutation -- [--concurrency <n>] [package or part …]

Changes the sources of a package in one place at a time, and runs its tests on each change: the mutation score is the
share that a test notices. Exits with 1 if a score is below the lowest that mutated-packages.ts allows.
Without a package it tests all:
  ${Object.keys(mutated).join('\n  ')}
`;

const install = (): Promise<number> =>
  runProcess('pnpm', ['--dir', import.meta.dirname, 'install', '--frozen-lockfile', '--reporter=silent'], {
    stdio: 'inherit',
  });

const mutate = async (name: string, concurrency: number): Promise<number> => {
  const options = mutated[name];
  if (options === undefined) throw new Error(`${name} is not mutated`);
  const file = `${outputFolder(name)}/stryker.config.json`;
  await mkdir(join(project, outputFolder(name)), { recursive: true });
  await writeFile(join(project, file), JSON.stringify(strykerOptions(name, options, concurrency)));
  return runProcess(join(import.meta.dirname, 'node_modules/.bin/stryker'), ['run', file], {
    cwd: project,
    env: { ...process.env, ...testsVariable(options) },
    stdio: 'inherit',
  });
};

const readArguments = (): { readonly names: readonly string[]; readonly concurrency: number } | undefined => {
  try {
    const options = { concurrency: { type: 'string', default: '1' } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const known = positionals.every((name) => namesOf(name).length > 0);
    if (!known || !/^[1-9]\d?$/.test(values.concurrency)) return undefined;
    const names = positionals.length > 0 ? positionals.flatMap(namesOf) : Object.keys(mutated);
    return { names, concurrency: Number(values.concurrency) };
  } catch {
    return undefined;
  }
};

const run = async (names: readonly string[], concurrency: number): Promise<number> => {
  const installed = await install();
  if (installed !== 0) return installed;
  const failed: string[] = [];
  for (const name of names) if ((await mutate(name, concurrency)) !== 0) failed.push(name);
  process.stdout.write(
    failed.length > 0 ? `\ntest:mutation: FAILED: ${failed.join(', ')}\n` : '\nMUTATION TESTS PASSED\n',
  );
  return failed.length > 0 ? 1 : 0;
};

const wanted = readArguments();
if (wanted === undefined) process.stderr.write(usage);
process.exitCode = wanted === undefined ? wrongUsage : await run(wanted.names, wanted.concurrency);
