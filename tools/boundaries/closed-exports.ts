import { describe, expect, test } from 'vitest';
import type { Found, Outcome, ProbeFile } from './probe-tree.ts';

const privateFiles = ['src/index.ts', 'dist/pet.js'].map((path) => `@animal-store/domain/${path}`);
const importer = 'apps/service';
const fileOf = (privateFile: string): string =>
  `${importer}/src/probe-${privateFile.replaceAll(/[^a-z]+/g, '-').replace(/^-/, '')}.ts`;

export const privateFileProbes: readonly ProbeFile[] = privateFiles.map((privateFile) => ({
  file: fileOf(privateFile),
  source: `export * from '${privateFile}';\n`,
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

  describe.each(privateFiles)('the private file %s', (privateFile) => {
    test('is closed to the compiler', () => {
      expect(found().compiled.filter(({ file }) => file === fileOf(privateFile))).toEqual([
        {
          file: fileOf(privateFile),
          rule: 'TS2307',
          message: `Cannot find module '${privateFile}' or its corresponding type declarations.`,
        },
      ]);
    });

    test.each([[], ['--conditions=@animal-store/source']])('is closed to plain Node.js', async (...options) => {
      expect((await importInNode(privateFile, ...options)).stdout).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED\n');
    });
  });
};
