import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { jestRows } from './jest-settings.ts';
import { project } from './published.ts';
import { typescriptRows } from './typescript-settings.ts';

/** A text with other rows in the table that begins with a column. */
const withRows = (text: string, firstColumn: string, rows: readonly string[]): string => {
  const head = new RegExp(`^\\| ${firstColumn} \\|.*\\n\\|[-|]+\\n`, 'm').exec(text);
  if (head === null) throw new Error(`The guide has no table with the column ${firstColumn}`);
  const from = head.index + head[0].length;
  return `${text.slice(0, from)}${rows.join('\n')}${text.slice(text.indexOf('\n\n', from))}`;
};

// `npx vitest run --project packages settings -u` writes them.
test('the tables of the guide say what each setting of TypeScript and Jest does', async () => {
  const published = inject('published');
  const nodes = ['22.12', '24'];
  const [typescript, jest] = await Promise.all([typescriptRows(published, nodes), jestRows(published, nodes)]);
  const guide = join(project, 'docs/use-the-domain.md');
  const withSettings = withRows(readFileSync(guide, 'utf8'), '`module`, `moduleResolution`', typescript);
  await expect(withRows(withSettings, 'tests are transformed by', jest)).toMatchFileSnapshot(guide);
});
