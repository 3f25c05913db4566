// Compares the API with its last released version by oasdiff, and writes the changes into docs/api-changes.md:
//   npm run test:api [-- --write]
// It fails if a client of the released version could break (1), or if the file lacks a change and `--write` is not given (1).
// Without Go or the network nothing is compared (69).
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { projectFile } from '@animal-store/testkit/project-file';
import { exitCodes } from './run-command.ts';

const oasdiff = 'github.com/oasdiff/oasdiff@v1.35.0';
const breaking = 3;

interface Change {
  readonly text: string;
  readonly level: number;
  readonly operation?: string;
  readonly path?: string;
}

const run = promisify(execFile);

const lineOf = ({ text, level, operation = 'all', path = 'operations' }: Change): string =>
  `- ${level === breaking ? '**Breaking.** ' : ''}\`${operation} ${path}\`: ${text}\n`;

const compare = async (released: string): Promise<readonly Change[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-api-'));
  try {
    const current = join(folder, 'current.json');
    await writeFile(current, JSON.stringify(createOpenApiDocument({ base: '/v1' })));
    const { stdout } = await run('go', ['run', oasdiff, 'changelog', released, current, '-f', 'json'], { cwd: folder });
    return JSON.parse(stdout) ?? [];
  } finally {
    await rm(folder, { recursive: true });
  }
};

const fail = (code: number, text: string): never => {
  process.stderr.write(`test:api: ${text}\n`);
  process.exit(code);
};

await run('go', ['version']).catch(() =>
  fail(exitCodes.unavailable, 'nothing was compared: it needs Go (https://go.dev/dl)'),
);
await run('go', ['run', oasdiff, '--version']).catch(({ message }) => fail(exitCodes.unavailable, message));

const versions = await readdir(projectFile('docs/openapi'));
const last = versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ?? '';
const changes = await compare(projectFile(`docs/openapi/${last}`));

const file = projectFile('docs/api-changes.md');
const text = await readFile(file, 'utf8');
const list = changes.length === 0 ? 'Nothing.\n' : changes.map(lineOf).join('');
const expected = text.replace(/(?<=<!-- next[^>]*-->\n\n).*?(?=\n<!-- end -->)/s, () => list);
if (process.argv.includes('--write')) await writeFile(file, expected);
else if (expected !== text)
  fail(
    exitCodes.failed,
    `docs/api-changes.md lacks changes since ${last}:\n${list}npm run test:api -- --write adds them`,
  );
if (changes.some(({ level }) => level === breaking))
  fail(exitCodes.failed, `a client of ${last} could break:\n${list}`);
process.stdout.write(`Since ${last}:\n${list}`);
