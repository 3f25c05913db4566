import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProbeTree, type Finding, type Outcome, type ProbeTree } from './probe-tree.ts';

const backDoors = ['src/pet.ts', 'src/index.ts', 'dist/pet.js', 'dist/index.js', 'package.json'].map(
  (path) => `@animal-store/domain/${path}`,
);
const importer = 'apps/service';
const fileOf = (backDoor: string): string =>
  `${importer}/src/probe-${backDoor.replaceAll(/[^a-z]+/g, '-').replace(/^-/, '')}.ts`;

let tree: ProbeTree;
let untouched: readonly Finding[];
let compiled: readonly Finding[];

beforeAll(async () => {
  tree = await createProbeTree();
  untouched = await tree.compile('-b');
  await Promise.all(backDoors.map((backDoor) => tree.write(fileOf(backDoor), `export * from '${backDoor}';\n`)));
  compiled = await tree.compile('-b');
}, 120_000);

afterAll(() => tree.remove());

const importInNode = (specifier: string, ...options: readonly string[]): Promise<Outcome> => {
  const script = `await import('${specifier}').then(
    (module) => console.log(typeof module.createAnimalStore),
    (error) => console.log(error.code),
  );`;
  return tree.node(importer, ...options, '--input-type=module', '--eval', script);
};

describe('the front door', () => {
  test('is open to the compiler', () => {
    expect(untouched).toEqual([]);
  });

  test.each([
    ['the build', []],
    ['the sources', ['--conditions=@animal-store/source']],
  ])('is open to plain Node.js: %s', async (_, options) => {
    expect(await importInNode('@animal-store/domain', ...options)).toEqual({
      code: 0,
      stdout: 'function\n',
      stderr: '',
    });
  });
});

describe.each(backDoors)('the back door %s', (backDoor) => {
  test('is closed to the compiler', () => {
    expect(compiled.filter(({ file }) => file === fileOf(backDoor))).toEqual([
      {
        file: fileOf(backDoor),
        rule: 'TS2307',
        message: `Cannot find module '${backDoor}' or its corresponding type declarations.`,
      },
    ]);
  });

  test.each([[], ['--conditions=@animal-store/source']])('is closed to plain Node.js', async (...options) => {
    expect((await importInNode(backDoor, ...options)).stdout).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED\n');
  });
});
