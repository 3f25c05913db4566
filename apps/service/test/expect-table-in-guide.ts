import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect } from 'vitest';

/** Expects these lines as the table of the deploy guide that a comment with the name marks; `vitest -u` writes them. */
export const expectTableInGuide = async (name: string, lines: readonly string[]): Promise<void> => {
  const guide = projectFile('docs/deploy.md');
  const text = readFileSync(guide, 'utf8');
  const marked = new RegExp(`(?<=^<!-- ${name}; .* -->\\n\\n).*?(?=\\n\\n<!-- end -->$)`, 'ms');
  expect(text).toMatch(marked);
  await expect(text.replace(marked, () => lines.join('\n'))).toMatchFileSnapshot(guide);
};
