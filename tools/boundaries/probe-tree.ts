import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';

/** A finding of a check: its place, its rule and its message. */
export interface Finding {
  readonly file: string;
  readonly rule: string;
  readonly message: string;
}

/** The result of a program. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A file that is added to a copy of the workspace. */
export interface ProbeFile {
  readonly file: string;
  readonly source: string;
}

/** The folder that holds the whole project. */
export const projectFolder: string = dirname(dirname(import.meta.dirname));

// Packages find each other by relative links, which lead into the copy. Third-party packages stay in place, behind the
// only link to pnpm's store.
const copyWorkspace = async (folder: string): Promise<void> => {
  const isCopied = (path: string): boolean =>
    path === projectFolder || !/^(\..*|dist|coverage|docs)$/.test(basename(path));
  await cp(projectFolder, folder, { recursive: true, verbatimSymlinks: true, filter: isCopied });
  await symlink(join(projectFolder, 'node_modules/.pnpm'), join(folder, 'node_modules/.pnpm'));
};

const run = (folder: string, args: readonly string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, args, options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? Number.NaN, stdout, stderr });
    });
  });

// A check that fails without a finding, or succeeds with one, has not run correctly.
const withVerdict = ({ code, stdout, stderr }: Outcome, findings: readonly Finding[]): readonly Finding[] => {
  if ((code === 0) !== (findings.length === 0)) throw new Error(`Unexpected exit code ${code}:\n${stdout}${stderr}`);
  return findings;
};

const compilerFindings = (output: string): readonly Finding[] =>
  [...output.matchAll(/^(?<file>\S[^(]*)\(\d+,\d+\): error (?<rule>TS\d+): (?<message>.*)$/gm)].map(
    ({ groups: { file = '', rule = '', message = '' } = {} }) => ({ file, rule, message }),
  );

// Biome's only machine-readable report that names the file in every finding.
const linterFindings = (folder: string, output: string): readonly Finding[] =>
  [...output.matchAll(/^::\w+ title=(?<rule>[^,]*),file=(?<path>[^,]*),.*?::(?<message>.*)$/gm)].map(
    ({ groups: { rule = '', path = '', message = '' } = {} }) => ({
      file: relative(folder, resolve(folder, path)),
      rule,
      message,
    }),
  );

/** Copies the workspace into a temporary folder, to which violations can be added. The caller removes it. */
export const createProbeTree = async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'animal-store-probe-')));
  await copyWorkspace(folder);
  return {
    folder,
    write: async (path: string, source: string) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), source);
    },
    compile: async (...args: readonly string[]) => {
      const outcome = await run(folder, ['node_modules/typescript/bin/tsc', ...args, '--pretty', 'false']);
      return withVerdict(outcome, compilerFindings(outcome.stdout));
    },
    lint: async () => {
      const options = ['ci', '--error-on-warnings', '--reporter=github', '--max-diagnostics=none', '--colors=off'];
      const outcome = await run(folder, ['node_modules/@biomejs/biome/bin/biome', ...options]);
      return withVerdict(outcome, linterFindings(folder, outcome.stdout));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
