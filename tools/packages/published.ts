import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '@animal-store/testkit/run-program';
import type { TestProject } from 'vitest/node';

/**
 * What the tests of the packages share: all packages on a registry of this machine, as version 1.0.0. The version of the tree does
 * not matter, so the tests are the same for each.
 */
export interface Published {
  /** A temporary folder, for the projects of the tests. */
  readonly folder: string;
  readonly registry: string;
  /** The environment of the user who released them. */
  readonly env: NodeJS.ProcessEnv;
  /** A clone of the tree, from which they were released. */
  readonly clone: string;
  /** The folder with the tarballs that `npm run pack` made. */
  readonly packed: string;
  /** The folder of the program `node` in each version of `nodes`. */
  readonly nodeFolders: Readonly<Record<string, string>>;
  /** A project with all packages, the compilers and the examples. */
  readonly consumer: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    published: Published;
  }
}

export const project: string = join(import.meta.dirname, '../..');
export const packages = globSync('{packages,apps}/*', { cwd: project })
  .toSorted()
  .map((path) => {
    const manifest = JSON.parse(readFileSync(join(project, path, 'package.json'), 'utf8'));
    const entries = Object.keys(manifest.exports).map((entry) => manifest.name + entry.slice(1));
    return { path, name: manifest.name as string, entries, engines: manifest.engines.node as string };
  });
const examples = ['durable-adapter', 'fastify-service', 'koa-app'];
const pnpm = ['npx', '--yes', '--prefer-offline', 'pnpm@12.21.0'] as const;
/** The oldest that the packages allow, the oldest that lets CommonJS `require` them, and that of the project. */
const compilers = ['5.4', '5.8', '7.0'] as const;
/** The oldest that the packages allow, the oldest that runs TypeScript files, and that of the project. */
export const nodes = ['22.12', '22.18', '24'] as const;

const runOrThrow = async (...[command, cwd, env]: Parameters<typeof run>): Promise<string> => {
  const { code, output } = await run(command, cwd, env);
  if (code !== 0) throw new Error(`${command.join(' ')} in ${cwd} ends with ${code}:\n${output}`);
  return output;
};

/** The environment of the tests without what npm and Vitest add to it: a child finds only what its own project has. */
const cleanEnv = (): NodeJS.ProcessEnv => {
  const added = /^(npm_|pnpm_|vitest|node_env$|node_path$|node$|test$|color$|init_cwd$)/i;
  const folders = process.env['PATH']?.split(':').filter((folder) => !folder.includes('node_modules')) ?? [];
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !added.test(name))),
    PATH: [dirname(process.execPath), ...folders].join(':'),
    NO_COLOR: '1',
    NO_UPDATE_NOTIFIER: '1',
  };
};

export const npmConfig = (name: string): string =>
  execFileSync('npm', ['config', 'get', name], { cwd: tmpdir(), encoding: 'utf8' }).trim();

const startRegistry = async (folder: string): Promise<{ readonly url: string; readonly process: ChildProcess }> => {
  await runOrThrow([...pnpm, '--dir', 'tools/registry', 'install', '--frozen-lockfile'], project);
  mkdirSync(folder);
  // It ends with the tests, whatever ends them: its standard input is a pipe of theirs.
  const child = spawn(process.execPath, [join(project, 'tools/registry/start.mjs'), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: cleanEnv(),
  });
  const [url] = await Promise.race([
    once(child.stdout.setEncoding('utf8'), 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('The registry does not start'))),
  ]);
  return { url: url.trim(), process: child };
};

/**
 * The environment in which npm and pnpm publish the packages of this project to a registry, and find them there. All other
 * packages come as on any day, from the registry that npm is configured with.
 */
const envOf = (registry: string, folder: string): NodeJS.ProcessEnv => {
  const [own, npmrc] = [npmConfig('userconfig'), join(folder, 'npmrc')];
  // The registry accepts everything, but npm and pnpm publish with a token alone.
  const lines = [`@animal-store:registry=${registry}`, `${registry.replace('http:', '')}:_authToken=none`];
  writeFileSync(npmrc, `${existsSync(own) ? readFileSync(own, 'utf8') : ''}\n${lines.join('\n')}\n`);
  return { ...cleanEnv(), NPM_CONFIG_USERCONFIG: npmrc };
};

/** A clone of this tree with its uncommitted changes: the files that git does not ignore, without changesets, in one commit. */
const cloneTree = (folder: string): void => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: project, encoding: 'utf8' });
  const isCopied = (name: string): boolean => /^(?!\.changeset\/)./.test(name) && existsSync(join(project, name));
  for (const file of files.split('\n').filter(isCopied)) cpSync(join(project, file), join(folder, file));
  const git = (...args: readonly string[]): unknown => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'releaser');
  git('config', 'user.email', 'releaser@animals.example');
  // The remote has an address for the manifests, and is a folder.
  const remote = 'git@git.animals.example:animals/animal-store.git';
  git('init', '--quiet', '--bare', `${folder}-remote`);
  git('config', `url.${folder}-remote.insteadOf`, remote);
  git('remote', 'add', 'origin', remote);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'The tree');
};

/** Installs the versions of Node.js, in a folder of their own: a project would find them as its `node`. */
const installNodes = async (folder: string, env: NodeJS.ProcessEnv): Promise<void> => {
  mkdirSync(folder);
  const dependencies = Object.fromEntries(nodes.map((version) => [`node-${version}`, `npm:node@${version}`]));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), 'packages: []\nallowBuilds:\n  node: true\n');
  await runOrThrow([...pnpm, 'install'], folder, env);
};

const installConsumer = async (folder: string, clone: string, env: NodeJS.ProcessEnv): Promise<void> => {
  for (const example of examples)
    cpSync(join(clone, 'examples', example), join(folder, 'examples', example), { recursive: true });
  const dependencies = {
    ...Object.fromEntries(packages.map(({ name }) => [name, '^1.0.0'])),
    ...Object.fromEntries(compilers.map((version) => [`typescript-${version}`, `npm:typescript@${version}`])),
    '@types/node': '^24.0.0',
    'fast-check': '^4.10.2',
    'fp-ts': '^2.16.11',
    'io-ts': '^2.2.22',
    // For the programs of the guides.
    '@testcontainers/mongodb': '^12.2.0',
    '@types/koa': '^3.0.3',
    '@types/koa-mount': '^4.0.5',
    koa: '^3.3.0',
    'koa-mount': '^4.2.0',
    mongodb: '^7.9.0',
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  // Speed-ups of what the service and Testcontainers depend on.
  const builds = ['cpu-features', 'protobufjs', 'ssh2'].map((name) => `  ${name}: false`);
  const settings = ['packages:', '  - examples/*', 'allowBuilds:', ...builds, ''];
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), settings.join('\n'));
  await runOrThrow([...pnpm, 'install'], folder, env);
};

export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-packages-'));
  const { url: registry, process: server } = await startRegistry(join(folder, 'registry'));
  const remove = async (): Promise<void> => {
    server.stdin?.end();
    if (server.exitCode === null) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const env = envOf(registry, folder);
    const [clone, packed, consumer] = [join(folder, 'clone'), join(folder, 'packed'), join(folder, 'consumer')];
    cloneTree(clone);
    const version = ['1.0.0', '--allow-same-version'];
    await runOrThrow(['npm', 'run', '--silent', 'release:version', '--', ...version], clone, env);
    const commands =
      'git commit --quiet --all --allow-empty --message 1.0.0 && git tag v1.0.0 && git push --quiet origin main v1.0.0';
    await runOrThrow(['sh', '-c', commands], clone);
    await runOrThrow(['npm', 'run', '--silent', 'pack', packed], clone, env);
    await runOrThrow(['npm', 'run', '--silent', 'release'], clone, env);
    await installNodes(join(folder, 'nodes'), env);
    await installConsumer(consumer, clone, env);
    const nodeFolders = Object.fromEntries(
      nodes.map((version) => [version, join(folder, `nodes/node_modules/node-${version}/bin`)]),
    );
    provide('published', { folder, registry, env, clone, packed, nodeFolders, consumer });
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
};
