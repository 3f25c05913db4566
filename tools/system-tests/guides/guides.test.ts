import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { projectFile } from '@animal-store/testkit/project-file';
import { startService } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import { createContractApi } from '../checked.ts';
import { replayGuide } from './replay-guide.ts';

/** The part of each guide with examples that run. */
const parts = [
  ['docs/api.md', /^.*$/s],
  ['README.md', /^## A tour in two minutes\n.*?(?=^## )/ms],
] as const;

it.each(parts)('%s shows the actual responses', async (guide, part) => {
  const service = await startService();
  const api = createContractApi(() => service);
  try {
    const text = readFileSync(projectFile(guide), 'utf8');
    const tour = part.exec(text)?.[0] ?? '';
    expect(tour).toMatch(/^```http$/m);
    // The replayed text is the actual value, because `vitest run guides -u` writes the actual value to the file.
    const replayed = await replayGuide(tour, api, service);
    await expect(text.replace(tour, () => replayed)).toMatchFileSnapshot(projectFile(guide));
  } finally {
    api.close();
    await service.stop();
  }
});

it('docs/api.md shows what JavaScript prints', async () => {
  const [, program = ''] = /^```js\n(.*?)^```$/ms.exec(readFileSync(projectFile('docs/api.md'), 'utf8')) ?? [];
  const expected = [...program.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, printed]) => `${printed}\n`);
  expect(expected.length).toBeGreaterThan(0);
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toBe(expected.join(''));
});
