import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect, test } from 'vitest';

const guide = projectFile('docs/write-an-adapter.md');
const example = projectFile('examples/durable-adapter');

const text = readFileSync(guide, 'utf8');
// The line before a block names its file, and its region if the block shows no more of the file.
const block = /^(`(\S+)`(?:, region `(\w+)`)?:\n\n```(?:ts|json)\n).*?(?=^```$)/gms;

const partOf = (file: string, region: string | undefined): string => {
  if (region === undefined) return file;
  const [, indent, part] = new RegExp(`^( *)// #region ${region}\\n(.*?)^ *// #endregion$`, 'ms').exec(file) ?? [];
  if (part === undefined) throw new Error(`There is no region ${region}`);
  return part.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
};

test('the guide shows the files of the example; vitest run write-an-adapter -u copies them', async () => {
  const shown = text.replace(
    block,
    (_, head: string, name: string, region?: string) =>
      `${head}${partOf(readFileSync(`${example}/${name}`, 'utf8'), region)}`,
  );
  await expect(shown).toMatchFileSnapshot(guide);
});

test('the guide shows something of every file of the example', () => {
  const files = globSync(`${example}/*.{ts,json}`).map((path) => basename(path));
  expect([...text.matchAll(block)].map(([, , name]) => name).toSorted()).toEqual(files.toSorted());
});
