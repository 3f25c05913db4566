import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { describeNeeding, type Need } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { beforeAll, expect, it } from 'vitest';
import { runProgram } from '../packages/run-program.ts';

const oasdiff = 'github.com/oasdiff/oasdiff@v1.35.0';
const breaking = 3;

const fetched = await runProgram('.', 'go', ['run', oasdiff, '--version'], { env: process.env });
const needsOasdiff: Need = {
  where: 'against the released API',
  missing: fetched.code === 0 ? undefined : `Go cannot run oasdiff: ${fetched.output}`,
  requiredBy: 'REQUIRE_GO',
  waivedBy: 'WITHOUT_GO',
};

interface Change {
  readonly text: string;
  readonly level: number;
  readonly operation?: string;
  readonly path?: string;
}

const lineOf = ({ text, level, operation = 'all', path = 'operations' }: Change): string =>
  `- ${level === breaking ? '**Breaking.** ' : ''}\`${operation} ${path}\`: ${text}\n`;

describeNeeding(needsOasdiff, 'the API, compared with its last released version by oasdiff', () => {
  let changes: readonly Change[];

  beforeAll(async () => {
    const versions = await readdir(projectFile('docs/openapi'));
    const last = versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ?? '';
    const folder = await mkdtemp(join(tmpdir(), 'animal-store-api-'));
    const current = join(folder, 'current.json');
    await writeFile(current, JSON.stringify(createOpenApiDocument({ base: '/v1' })));
    const args = ['run', oasdiff, 'changelog', projectFile(`docs/openapi/${last}`), current, '-f', 'json'];
    const { code, output } = await runProgram(folder, 'go', args, { env: process.env });
    await rm(folder, { recursive: true });
    expect(code, output).toBe(0);
    changes = JSON.parse(output) ?? [];
  });

  it('breaks no client', () => {
    expect(changes.filter(({ level }) => level === breaking)).toEqual([]);
  });

  it('has its changes in docs/api-changes.md (npm run test:api -- -u writes them)', async () => {
    const file = projectFile('docs/api-changes.md');
    const list = changes.length === 0 ? 'Nothing.\n' : changes.map(lineOf).join('');
    const text = await readFile(file, 'utf8');
    const expected = text.replace(/(?<=<!-- next[^>]*-->\n\n).*?(?=\n<!-- end -->)/s, () => list);
    await expect(expected).toMatchFileSnapshot(file);
  });
});
