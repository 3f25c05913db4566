import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createContractApi } from './contract-api.ts';
import { replayGuide } from './guides/replay-guide.ts';
import { startService } from './running-service.ts';

const pathOf = (guide: string): string => fileURLToPath(new URL(`../../../${guide}`, import.meta.url));

/** What replays of a guide: the rest of it is no tour of the API. */
const parts = [
  ['docs/api.md', /^.*$/s, 17],
  ['README.md', /^## A tour in two minutes\n.*?(?=^## )/ms, 5],
] as const;

it.each(parts)('%s shows the answers as they come', async (guide, part, examples) => {
  const service = await startService();
  const api = createContractApi(() => service);
  try {
    const text = readFileSync(pathOf(guide), 'utf8');
    const tour = part.exec(text)?.[0] ?? '';
    expect(tour.match(/^```http$/gm)?.length).toBe(examples);
    // In the right order: `vitest run guides -u` writes what it is given.
    const replayed = await replayGuide(tour, api, service);
    await expect(text.replace(tour, () => replayed)).toMatchFileSnapshot(pathOf(guide));
  } finally {
    api.close();
    await service.stop();
  }
});

it('docs/api.md shows what JavaScript prints', async () => {
  const [, program = ''] = /^```js\n(.*?)^```$/ms.exec(readFileSync(pathOf('docs/api.md'), 'utf8')) ?? [];
  const expected = [...program.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, printed]) => `${printed}\n`);
  expect(expected.length).toBe(3);
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toBe(expected.join(''));
});
