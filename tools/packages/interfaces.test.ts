import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { interfaceFaults, reportFolder } from '../release/interface-faults.ts';
import { packages, project } from './published.ts';

const { clone, folder } = inject('published');

const entries = packages.flatMap(({ path }) => {
  const manifest = JSON.parse(readFileSync(join(clone, path, 'package.json'), 'utf8'));
  return Object.entries<{ readonly types: string }>(manifest.exports).map(([entry, { types }]) => ({
    name: basename(path) + entry.slice(1).replace('/', '-'),
    path: join(clone, path),
    types: join(clone, path, types),
  }));
});
const reports = join(folder, 'interfaces');

beforeAll(() => {
  mkdirSync(reports);
  // It belongs to the registry's folder, so that `npm test` does not install it.
  const { CompilerState, Extractor, ExtractorConfig } = createRequire(join(project, 'tools/registry/package.json'))(
    '@microsoft/api-extractor',
  );
  const off = { enabled: false };
  const configs = entries.map(({ name, path, types }) =>
    ExtractorConfig.prepare({
      packageJsonFullPath: join(path, 'package.json'),
      configObject: {
        newlineKind: 'lf',
        ...{ projectFolder: path, mainEntryPointFilePath: types, docModel: off, dtsRollup: off, tsdocMetadata: off },
        apiReport: {
          ...{ enabled: true, includeForgottenExports: true, reportFileName: `${name}.api.md` },
          ...{ reportFolder: reports, reportTempFolder: join(folder, 'interfaces-now') },
        },
        compiler: {
          overrideTsconfig: {
            compilerOptions: {
              ...{ target: 'es2024', lib: ['es2024', 'dom'], module: 'nodenext', strict: true, skipLibCheck: true },
              ...{
                exactOptionalPropertyTypes: true,
                types: ['node'],
                typeRoots: [join(clone, 'tools/node_modules/@types')],
              },
            },
          },
        },
        messages: { extractorMessageReporting: { default: { logLevel: 'none' } } },
      },
    }),
  );
  const [first, ...others] = configs;
  const more = others.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath);
  const compilerState = CompilerState.create(first, { additionalEntryPoints: more });
  const messageCallback = (message: { logLevel: string; handled: boolean }): void => {
    if (message.logLevel !== 'error') message.handled = true;
  };
  for (const config of configs) Extractor.invoke(config, { compilerState, localBuild: true, messageCallback });
});

// `npx vitest run --project packages interfaces -u` writes them.
test.each(entries)('the interface of $name is the one in the tree', async ({ name }) => {
  await expect(readFileSync(join(reports, `${name}.api.md`), 'utf8')).toMatchFileSnapshot(
    join(project, reportFolder, `${name}.api.md`),
  );
});

test('each interface has changed only as much as the next version says', () => {
  expect(entries.every(({ name }) => existsSync(join(project, reportFolder, `${name}.api.md`)))).toBe(true);
  expect(interfaceFaults(project)).toEqual([]);
});
