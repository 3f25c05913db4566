import { globSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { copySwaggerUi } from './copy-swagger-ui.ts';

interface Manifest {
  readonly name?: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: object;
}

const service = 'apps/service';
const httpApi = 'packages/adapter-http-koa';

/** Drivers ask for these packages, and work without them. */
const optional =
  /^(?:@aws-sdk\/|@mongodb-js\/zstd|gcp-metadata|kerberos|mongodb-client-encryption|pg-native|snappy|socks|supports-color)/;

/** What is loaded on first need by `require`. A bundler sees only a plain `require`. */
const loadedLate = /createRequire\(import\.meta\.url\)(?=\('[\w-]+'\))/;

/**
 * An `import` of `node:http` loads all that it exports, a client of WebSockets among it, and so takes 50 ms of a start. What
 * `require` returns loads that on first use.
 */
const http = /^(?:node:)?https?$/;
const virtual = '\0';

const readManifest = async (file: string): Promise<Manifest> => JSON.parse(await readFile(file, 'utf8'));

/** The folder of the package that a file belongs to: the nearest one whose manifest has a name. */
const packageOf = async (file: string): Promise<string> => {
  const folder = dirname(file);
  const manifest = await readManifest(join(folder, 'package.json')).catch(() => undefined);
  return manifest?.name === undefined ? packageOf(folder) : folder;
};

/** The names, versions and licences of the packages that the files belong to, without those of this project. */
const noticesOf = async (files: readonly string[]): Promise<string> => {
  const foreign = files.filter((file) => file.includes('/node_modules/'));
  const folders = new Set(await Promise.all(foreign.map(packageOf)));
  const notices = [...folders].map(async (folder) => {
    const { name, version, license } = await readManifest(join(folder, 'package.json'));
    const texts = globSync('{licen[cs]e,LICEN[CS]E,NOTICE}*', { cwd: folder }).toSorted();
    const contents = await Promise.all(texts.map((text) => readFile(join(folder, text), 'utf8')));
    return [`${name}@${version} (${license})`, ...contents.map((text) => text.trim())].join('\n\n');
  });
  return `${(await Promise.all(notices)).toSorted().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
};

/** A file of the bundle, and the paths of the modules in it. */
export interface BundledFile {
  readonly fileName: string;
  readonly modules: readonly string[];
}

/** How a bundle differs from that of the image. */
export interface BundleOptions {
  /** Added to the manifest. */
  readonly origin?: object;
  /** Whether it stays in the checkout: with source maps for `--enable-source-maps`, and without the licences. */
  readonly isLocal?: boolean;
}

/**
 * Bundles the sources of the service in a copy of the project into a folder as a package without dependencies: one chunk for
 * each dynamic import, the files of the page, and the licences of all that is inside.
 */
export const bundleService = async (
  project: string,
  target: string,
  { origin = {}, isLocal = false }: BundleOptions = {},
): Promise<readonly BundledFile[]> => {
  const from = (...path: readonly string[]): string => join(project, ...path);
  const bundle = await rolldown({
    input: {
      main: from(service, 'src/main.ts'),
      'start-animal-store': from(service, 'src/start-animal-store.ts'),
      'write-thread': from('packages/adapter-sqlite/src/write-thread.ts'),
    },
    platform: 'node',
    external: optional,
    tsconfig: false,
    resolve: { mainFields: ['module', 'main'], conditionNames: ['@animal-store/source', 'node'] },
    plugins: [
      {
        name: 'loaded-late',
        transform: {
          filter: { code: loadedLate },
          handler: (code) => ({ code: code.replace(loadedLate, 'require'), map: null }),
        },
      },
      {
        name: 'http-without-its-client',
        resolveId: (id) => (http.test(id) ? `${virtual}${id}` : null),
        load: (id) => (id.startsWith(virtual) ? `module.exports = process.getBuiltinModule('${id.slice(1)}');` : null),
      },
    ],
    // depd, of Koa, names a function by it.
    checks: { eval: false },
  });
  // A chunk finds the thread for writes beside it, `package.json`, `openapi.yaml` and `swagger-ui` above it, and `page` two above.
  const { output } = await bundle.write({
    dir: join(target, 'dist'),
    entryFileNames: ({ name }) => (name === 'write-thread' ? 'chunks/[name].js' : '[name].js'),
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: isLocal,
    sourcemapExcludeSources: true,
  });
  await bundle.close();

  const { name, version, description, license, engines } = await readManifest(from(service, 'package.json'));
  const manifest = {
    ...{ name, version, description, license, ...origin, type: 'module', engines },
    publishConfig: { access: 'public' },
    bin: { 'animal-store': './dist/main.js' },
    exports: { '.': { types: './dist/start-animal-store.d.ts', default: './dist/start-animal-store.js' } },
  };
  const files = output
    .filter((file) => file.type === 'chunk')
    .map(({ fileName, moduleIds }) => ({ fileName, modules: moduleIds }));
  const inside = files.flatMap(({ modules }) => modules);
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(target, 'dist/package.json'), `${JSON.stringify({ type: 'module', version })}\n`);
  if (!isLocal) await writeFile(join(target, 'THIRD-PARTY-LICENSES.txt'), await noticesOf(inside));
  await cp(from(httpApi, 'page'), join(target, 'page'), { recursive: true });
  await cp(from(httpApi, 'openapi.yaml'), join(target, 'dist/openapi.yaml'));
  copySwaggerUi(join(target, 'dist/swagger-ui'));
  await cp(from('LICENSE'), join(target, 'LICENSE'));
  return files;
};
