import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { projectFile } from '@animal-store/testkit/project-file';
import { runToEnd } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { runCommandLine } from '../../src/command-line.ts';
import { runHere } from './run-here.ts';

type Environment = Readonly<Record<string, string>>;

/** Runs a command in a process of its own. */
const run = (line: string, env: Environment = {}) =>
  runToEnd({ args: line.split(' '), env: { PORT: '0', ADMIN_PORT: '0', ...env } });

/** Runs a command that needs no variable in the process of the tests, which takes a fraction of the time. */
const runLine = (line: string) => {
  process.argv = [...process.argv.slice(0, 2), ...line.split(' ')];
  return runHere(() => runCommandLine(() => undefined, undefined));
};

it.each<readonly [string, RegExp]>([
  ['--help', /^Usage: animal-store <command>\n.*\n {2}serve /s],
  ['serve --help', /^Usage: animal-store serve .*\n {2}MONGODB_URI\n/s],
  ['keys issue --help', /^Usage: animal-store keys issue .* --label /s],
  ['import -h', /^Usage: animal-store import <file> /],
  ['openapi --help', /^Usage: animal-store openapi\n/],
])('ends %s with 0', async (line, stdout) => {
  expect(await runLine(line)).toEqual({ code: 0, stdout: expect.stringMatching(stdout), stderr: '' });
});

it('ends serve --check with 0', async () => {
  const stdout = expect.stringMatching(/^The service can start with this configuration:\n/);
  expect(await run('serve --check')).toEqual({ code: 0, signal: null, stdout, stderr: '' });
});

it.each<readonly [where: string, env: Environment, message: string]>([
  [
    'without a store',
    {},
    'no store is chosen: set SQLITE_FILE, MONGODB_URI, POSTGRES_URI; a store in memory ends with its process',
  ],
  [
    'on a MongoDB that does not run',
    { MONGODB_URI: 'mongodb://clerk:s3cret@127.0.0.1:9/x?serverSelectionTimeoutMS=500' },
    'MongoDB is unavailable: connect ECONNREFUSED 127.0.0.1:9',
  ],
])('ends keys list %s with 1 and one sentence', async (_, env, message) => {
  const stderr = `animal-store: ${message}\n`;
  expect(await run('keys list', env)).toEqual({ code: 1, signal: null, stdout: '', stderr });
});

it.each([
  ['sevre', "there is no command 'sevre'; animal-store --help"],
  ['serve --prot=1', "Unknown option '--prot'; animal-store serve --help"],
  ['serve --check=1', "Option '--check' does not take an argument; animal-store serve --help"],
  ['openapi --json', "Unknown option '--json'; animal-store openapi --help"],
  ['keys list b', "Unexpected argument 'b'. This command does not take positional arguments; animal-store keys --help"],
  ['keys isue', "keys needs one of issue, list, revoke, rotate, not 'isue'; animal-store keys --help"],
  ['', 'a command is missing; animal-store --help'],
])('ends %s with 2, because the usage is wrong', async (line, problem) => {
  const stderr = `animal-store: ${problem} shows the usage\n`;
  expect(await runLine(line)).toEqual({ code: 2, stdout: '', stderr });
});

it('names the version of its package and the revision of the build', async () => {
  const { stdout } = await run('--version', { ANIMAL_STORE_REVISION: 'abc123' });
  expect(stdout).toBe(`${manifest.version} (revision abc123)\n`);
});

it.runIf(existsSync(projectFile('.git')))('names the commit of a checkout', async () => {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: projectFile(''), encoding: 'utf8' });
  expect((await run('--version')).stdout).toBe(`${manifest.version} (revision ${commit.trim()})\n`);
});

it('prints the OpenAPI document with the addresses of BASE_URL and STAGING_BASE_URL', async () => {
  const [base, stagingBase] = ['https://api.test/animals/v1', 'https://staging.test/v1'];
  const { stdout } = await run('openapi', { BASE_URL: base, STAGING_BASE_URL: stagingBase });
  expect(stdout).toBe(`${JSON.stringify(createOpenApiDocument({ base, stagingBase }), null, 2)}\n`);
});

it('ends in a removed working directory with 1 and one sentence', () => {
  const program = ['--conditions=@animal-store/source', projectFile('apps/service/src/main.ts'), '--version'];
  const removing = ['-c', 'mkdir a && cd a && rmdir ../a && exec "$@"', 'sh', process.execPath, ...program];
  const { status, stdout, stderr } = spawnSync('sh', removing, { cwd: temporaryFolder(), encoding: 'utf8' });
  const sentence = 'animal-store: the working directory was removed: change to one that exists\n';
  expect([status, stdout, stderr]).toEqual([1, '', sentence]);
});

it.each([
  ['24.16.0', 0],
  ['25.0.0', 0],
  ['24.15.9', 1],
  ['22.18.0', 1],
])('needs Node.js 24.16 or newer, so on %s it ends with %i', async (version, code) => {
  const source = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(source)}`;
  const sentence = `animal-store: Node.js 24.16 or newer is needed, and this is ${version}\n`;
  expect(await run('--version', { NODE_OPTIONS })).toMatchObject({ code, stderr: code === 0 ? '' : sentence });
});
