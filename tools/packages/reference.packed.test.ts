import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { typedocArguments } from '../reference/make-reference.ts';
import { publishablePackages } from './publishable-packages.ts';
import { type Outcome, runProgram } from './run-program.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animal-store-reference-'));
});

afterAll(() => rm(folder, { recursive: true }));

test('the reference has a page for each package', async () => {
  const out = join(folder, 'pages');
  const { code, output } = await runProgram(projectFolder, process.execPath, ['tools/reference/main.ts', out]);
  expect(code, output).toBe(0);
  const pages = publishablePackages.map(({ shortName }) => `_animal-store_${shortName}.html`);
  expect((await readdir(join(out, 'modules'))).toSorted()).toEqual(pages.toSorted());
});

const faulty = `
export const undocumented = 1;

/** Leads to {@link nothing}. */
export const misled = 2;
`;

/** Makes the reference of a package with one module. The test above has installed TypeDoc. */
const makeReferenceOf = async (source: string): Promise<Outcome> => {
  const name = '@animal-store/faulty';
  const files = {
    'package.json': JSON.stringify({ name, version: '1.0.0' }),
    'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, types: [] }, include: ['src'] }),
    'src/index.ts': source,
  };
  await mkdir(join(folder, 'src'), { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  const typedoc = typedocArguments({
    packages: [name],
    entryPoints: [join(folder, 'src/index.ts')],
    project: join(folder, 'tsconfig.json'),
    out: join(folder, 'faulty'),
  });
  return runProgram(folder, process.execPath, typedoc);
};

test('it is not made if an export has no comment or a link leads nowhere', async () => {
  const { code, output } = await makeReferenceOf(faulty);
  const where = 'defined in @animal-store/faulty/src/index.ts, does not have any documentation';
  expect([code, output.match(/(?<=\[warning\]\S* ).*/g)]).toEqual([
    4,
    [
      `undocumented (Variable), ${where}`,
      'Failed to resolve link to "nothing" in comment for misled',
      'Found 0 errors and 2 warnings',
    ],
  ]);
});
