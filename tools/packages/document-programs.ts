import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packages, project } from './published.ts';

export interface DocumentProgram {
  /** The name of the file to write it into, which begins with the name of the document. */
  readonly file: string;
  readonly code: string;
}

const documents: readonly (readonly [string, string])[] = [
  ...packages.map(({ path }) => [basename(path), `${path}/README.md`] as const),
  ['use-the-domain', 'docs/use-the-domain.md'],
];

/** The programs in TypeScript of the READMEs and of the guides for users, without those that import a file of the reader. */
export const programs: readonly DocumentProgram[] = documents.flatMap(([name, document]) =>
  [...readFileSync(join(project, document), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)]
    .map(([, code = ''], index) => ({ file: `${name}-${index}.ts`, code }))
    .filter(({ code }) => !code.includes("from './")),
);
