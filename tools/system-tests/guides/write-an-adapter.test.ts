import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect, test } from 'vitest';

const guide = projectFile('docs/write-an-adapter.md');
const example = projectFile('examples/durable-adapter');

const text = readFileSync(guide, 'utf8');
// The line before a block names its file.
const block = /^(`(\S+)`:\n\n```(?:ts|json)\n).*?(?=^```$)/gms;

test('the guide shows the files of the example; vitest run write-an-adapter -u copies them', async () => {
  const shown = text.replace(
    block,
    (_, head: string, name: string) => `${head}${readFileSync(`${example}/${name}`, 'utf8')}`,
  );
  await expect(shown).toMatchFileSnapshot(guide);
});

test('the guide shows every file of the example', () => {
  const files = globSync(`${example}/*.{ts,json}`).map((path) => basename(path));
  expect([...text.matchAll(block)].map(([, , name]) => name).toSorted()).toEqual(files.toSorted());
});
