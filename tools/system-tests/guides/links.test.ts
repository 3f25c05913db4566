import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect, it } from 'vitest';

const documents = globSync(['*.md', '{docs,deploy,tools}/**/*.md', '{apps,examples,packages}/*/*.md'], {
  cwd: projectFile(''),
  exclude: ['**/node_modules/**'],
});

const proseOf = (document: string): string =>
  readFileSync(projectFile(document), 'utf8').replaceAll(/^ *```.*?^ *```$/gms, '');

/** The anchors that GitHub makes of the headings. */
const anchorsOf = (document: string): readonly string[] =>
  [...proseOf(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

const isBroken = (document: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : join(dirname(document), path);
  if (!existsSync(projectFile(target))) return true;
  return anchor !== undefined && statSync(projectFile(target)).isFile() && !anchorsOf(target).includes(anchor);
};

it('the links in the documents lead somewhere', () => {
  expect(documents.length).toBeGreaterThan(20);
  const broken = documents.flatMap((document) =>
    [...proseOf(document).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)]
      .filter(([, link = '']) => isBroken(document, link))
      .map(([, link]) => `${document}: ${link}`),
  );
  expect(broken).toEqual([]);
});
