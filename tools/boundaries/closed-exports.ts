import { describe, expect, test } from 'vitest';
import type { Found, Outcome, ProbeFile } from './probe-tree.ts';

const backDoors = ['src/pet.ts', 'src/index.ts', 'dist/pet.js', 'dist/index.js', 'package.json'].map(
  (path) => `@animal-store/domain/${path}`,
);
const importer = 'apps/service';
const fileOf = (backDoor: string): string =>
  `${importer}/src/probe-${backDoor.replaceAll(/[^a-z]+/g, '-').replace(/^-/, '')}.ts`;

export const backDoorProbes: readonly ProbeFile[] = backDoors.map((backDoor) => ({
  file: fileOf(backDoor),
  source: `export * from '${backDoor}';\n`,
}));

/** A package can be imported only by its name; its other files are private. */
export const describeClosedExports = (found: () => Found): void => {
  const importInNode = (specifier: string, ...options: readonly string[]): Promise<Outcome> => {
    const script = `await import('${specifier}').then(
    (module) => console.log(typeof module.createAnimalStore),
    (error) => console.log(error.code),
  );`;
    return found().tree.node(importer, ...options, '--input-type=module', '--eval', script);
  };

  describe('the main export', () => {
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

  describe.each(backDoors)('the private file %s', (backDoor) => {
    test('is closed to the compiler', () => {
      expect(found().compiled.filter(({ file }) => file === fileOf(backDoor))).toEqual([
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
};
