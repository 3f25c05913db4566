import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { projectFile } from './project-file.ts';

/** Compares a block of a document, from the comment with its name to the comment `end`. `vitest -u` writes it. */
export const expectBlock = async (path: string, name: string, block: string): Promise<void> => {
  const file = projectFile(path);
  const text = readFileSync(file, 'utf8');
  const marked = new RegExp(`(?<=^<!-- ${name}; .* -->\n\n)[^]*?(?=\n\n<!-- end -->$)`, 'm');
  expect(text).toMatch(marked);
  await expect(text.replace(marked, () => block)).toMatchFileSnapshot(file);
};
