import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { type ApiOperation, operationsOf } from '@animal-store/testkit/openapi';
import { projectFile } from '@animal-store/testkit/project-file';
import { startService } from '@animal-store/testkit/service';
import { expect, it, onTestFinished } from 'vitest';
import { checkResponse } from '../checked.ts';
import { replayGuide } from './replay-guide.ts';

/** The part of each guide with examples that run, and the operations that need a successful example there. */
const parts: readonly (readonly [string, RegExp, readonly ApiOperation[]])[] = [
  ['docs/api.md', /^.*$/s, operationsOf(createOpenApiDocument({ base: '/v1' }).paths)],
  ['README.md', /^## A tour in two minutes\n.*?(?=^## )/ms, []],
];

const exampleOf = ({ method, path, success }: ApiOperation): RegExp =>
  new RegExp(`^${method} /v1${path.replaceAll(/\{\w+\}/g, '[^/ ]+')}(?:\\?\\S*)? ${success}$`);

it.each(parts)('%s shows the actual responses', async (guide, part, shown) => {
  const service = await startService();
  onTestFinished(async () => void (await service.stop()));
  const text = readFileSync(projectFile(guide), 'utf8');
  const tour = part.exec(text)?.[0] ?? '';
  expect(tour).toMatch(/^```http$/m);
  // The replayed text is the actual value, because `vitest run guides -u` writes the actual value to the file.
  const replayed = await replayGuide(tour, service, checkResponse);
  const missing = shown.filter((operation) => !replayed.requests.some((line) => exampleOf(operation).test(line)));
  expect(
    missing.map(({ name }) => name),
    'operations without an example',
  ).toEqual([]);
  await expect(text.replace(tour, () => replayed.text)).toMatchFileSnapshot(projectFile(guide));
});

it('docs/api.md shows what JavaScript prints', async () => {
  const [, program = ''] = /^```js\n(.*?)^```$/ms.exec(readFileSync(projectFile('docs/api.md'), 'utf8')) ?? [];
  const expected = [...program.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, printed]) => `${printed}\n`);
  expect(expected.length).toBeGreaterThan(0);
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toBe(expected.join(''));
});
