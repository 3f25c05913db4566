// Writes what each package exports, from the declarations in `dist`, into its folder `etc`:  npm run interfaces
// It fails if an export names a type that users of the package cannot import, and with `-- --check` if a report has changed.
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

const project = join(import.meta.dirname, '../..');

// It belongs to the registry's folder, so that `npm test` does not install it.
const { CompilerState, Extractor, ExtractorConfig } = createRequire(join(project, 'tools/registry/package.json'))(
  '@microsoft/api-extractor',
);

const compilerOptions = {
  ...{ target: 'es2024', lib: ['es2024', 'dom'], module: 'nodenext', strict: true, skipLibCheck: true },
  ...{ exactOptionalPropertyTypes: true, types: ['node'], typeRoots: [join(project, 'tools/node_modules/@types')] },
};
const off = { enabled: false };

const configs = globSync('{apps,packages}/*/package.json', { cwd: project })
  .toSorted()
  .flatMap((path) => {
    const [packageJsonFullPath, folder] = [join(project, path), join(project, path, '..')];
    const { exports } = JSON.parse(readFileSync(packageJsonFullPath, 'utf8'));
    return Object.entries<{ readonly types: string }>(exports).map(([entry, { types }]) =>
      ExtractorConfig.prepare({
        packageJsonFullPath,
        configObject: {
          ...{ newlineKind: 'lf', projectFolder: folder, mainEntryPointFilePath: join(folder, types) },
          ...{ docModel: off, dtsRollup: off, tsdocMetadata: off, compiler: { overrideTsconfig: { compilerOptions } } },
          apiReport: {
            reportFileName: `${basename(folder)}${entry.slice(1).replace('/', '-')}.api.md`,
            ...{ enabled: true, includeForgottenExports: true, reportFolder: join(folder, 'etc') },
            reportTempFolder: join(project, 'coverage/interfaces'),
          },
          messages: { extractorMessageReporting: { default: { logLevel: 'none' } } },
        },
      }),
    );
  });

const pattern = '{apps,packages}/*/etc/*.api.md';
const readReports = (): ReadonlyMap<string, string> =>
  new Map(globSync(pattern, { cwd: project }).map((path) => [path, readFileSync(join(project, path), 'utf8')]));
const before = readReports();
for (const report of before.keys()) rmSync(join(project, report));
for (const { reportFolder } of configs) mkdirSync(reportFolder, { recursive: true });
const [first, ...others] = configs;
const compilerState = CompilerState.create(first, {
  additionalEntryPoints: others.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
});
const messageCallback = (message: { logLevel: string; handled: boolean }): void => {
  if (message.logLevel !== 'error') message.handled = true;
};
for (const config of configs) Extractor.invoke(config, { compilerState, localBuild: true, messageCallback });

const textOf = (pattern: string): string =>
  globSync(pattern, { cwd: project })
    .map((path) => readFileSync(join(project, path), 'utf8'))
    .join('\n');

// A report lists a type that no entry exports too, without `export`. Some are private to their file, such as the brands of io-ts.
const forgotten = globSync('{apps,packages}/*/etc', { cwd: project }).flatMap((folder) => {
  const [report, declarations] = [textOf(`${folder}/*.api.md`), textOf(`${dirname(folder)}/dist/**/*.d.ts`)];
  const isExported = (text: string, name = ''): boolean =>
    new RegExp(`^export (?:declare )?(?:interface|type|class) ${name}\\b`, 'm').test(text);
  const names = new Set(Array.from(report.matchAll(/^(?:interface|type|class) (\w+)/gm), ([, name]) => name));
  return [...names]
    .filter((name) => isExported(declarations, name) && !isExported(report, name))
    .map((name) => `${dirname(folder)} must export the type ${name}, which another export names\n`);
});
const after = readReports();
const changed = process.argv.includes('--check')
  ? [...new Set([...before.keys(), ...after.keys()])]
      .filter((path) => before.get(path) !== after.get(path))
      .map((path) => `${path} differs from the build: run "npm run interfaces", review the difference, and commit it\n`)
  : [];
process.stderr.write([...forgotten, ...changed].join(''));
process.exitCode = Math.min(forgotten.length + changed.length, 1);
