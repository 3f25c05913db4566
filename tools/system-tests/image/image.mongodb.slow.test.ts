import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@animal-store/testkit/eventually';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { projectFolder } from '../../boundaries/probe-tree.ts';
import { findProductionPackages } from '../../supply-chain/production-packages.ts';
import { addedFiles, buildImage, type ImageFile, pathsNamed, removeImage } from './built-image.ts';
import { docker, shell } from './docker.ts';
import { containerOf, type ImageContainer, startContainer } from './image-container.ts';

const { run: containers } = inject('mongodb');

/** The size that the image adds to its base, in bytes. */
const mostAdded = 15_000_000;

/** From the start of a container until it listens, in milliseconds. */
const bound = 1_000;

const newKey = /(ask_[a-z2-7]{8}_[a-z2-7]{52}_[0-9a-f]{8})/;

const addRex = async (origin: string, apiKey: string): Promise<unknown> => {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${origin}/v1/pets`, { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' });
  return [response.status, await response.json()];
};

/** Of the example, which the compiler does not find here. */
type StartInContainer = (
  image: string,
) => Promise<{ readonly baseUrl: string; readonly apiKey: string; readonly stop: () => Promise<unknown> }>;

const build = { VERSION: '1.2.3', REVISION: 'abc', CREATED: '2026-11-22T00:00:00Z', SOURCE: 'https://example.com/x' };

describe.skipIf(containers === undefined)('The image', () => {
  let image = '';
  let container: ImageContainer | undefined;

  const start = async (...options: readonly string[]): Promise<ImageContainer> => {
    const started = await startContainer(image, ...options);
    container = started;
    return started;
  };
  const startInMemory = (...options: readonly string[]) =>
    start('--publish', '127.0.0.1::8080', '--env', 'STORE=memory', ...options);

  beforeAll(async () => {
    image = await buildImage(build);
  }, 300_000);
  afterEach(async () => {
    await container?.remove();
    container = undefined;
  });
  afterAll(() => removeImage(image), 60_000);

  describe('adds to its base', () => {
    let added: readonly ImageFile[] = [];
    const addedIn = (pattern: RegExp): readonly string[] =>
      [...new Set(added.map(({ path }) => pattern.exec(path)?.[1]))].filter((part) => part !== undefined).toSorted();

    beforeAll(async () => {
      added = await addedFiles(image);
    }, 60_000);

    it('the bundle with its licences, and its command', () => {
      const files = ['LICENSE', 'THIRD-PARTY-LICENSES.txt', 'dist', 'package.json', 'page'].map(
        (name) => `/app/${name}`,
      );
      expect(addedIn(/^((?:\/app|\/usr\/local\/bin)?\/[^/]+)/)).toEqual([...files, '/usr/local/bin/animal-store']);
      expect(added.filter(({ path }) => /\.map$|\.ts$|\.test\./.test(path))).toEqual([]);
    });

    it('no package of others that the list of components lacks', async () => {
      const licences = await docker('run', '--rm', '--entrypoint', 'cat', image, 'THIRD-PARTY-LICENSES.txt');
      const inside = [...licences.matchAll(/^(\S+@\d\S*) \(\S+\)$/gm)].map(([, name]) => name);
      const listed = new Set(findProductionPackages().map(({ name, version }) => `${name}@${version}`));
      expect(inside.length).toBeGreaterThan(100);
      expect(inside.filter((name) => !listed.has(name ?? ''))).toEqual([]);
    });

    it('less than 15 MB', () => {
      expect(added.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(mostAdded);
    });
  });

  it('has no package manager, though its base has one', async () => {
    expect(await pathsNamed(image, 'npm', 'npx', 'corepack', 'yarn', 'yarnpkg', 'pnpm', 'pnpx')).toEqual([]);
    // Proves that the search finds existing files.
    expect(await pathsNamed(image, 'node')).toContain('/usr/local/bin/node');
  });

  it('says which build it is, in its labels and to the service', async () => {
    const inspect = async (field: string): Promise<unknown> =>
      JSON.parse(await docker('image', 'inspect', '--format', `{{json .Config.${field}}}`, image));
    expect(await inspect('Labels')).toMatchObject({
      'org.opencontainers.image.title': 'animal-store',
      'org.opencontainers.image.licenses': 'MIT',
      'org.opencontainers.image.version': build.VERSION,
      'org.opencontainers.image.revision': build.REVISION,
      'org.opencontainers.image.created': build.CREATED,
      'org.opencontainers.image.source': build.SOURCE,
    });
    expect(await inspect('Env')).toContain(`ANIMAL_STORE_REVISION=${build.REVISION}`);
  });

  describe('on a read-only disk, without a capability', () => {
    it('serves from memory, not as root, and in the first process of its container', async () => {
      const started = await startInMemory();
      const [apiKey = ''] = await started.logged(newKey);
      expect(await addRex(await started.origin(), apiKey)).toEqual([201, { id: 1, name: 'Rex', categoryId: 1 }]);
      expect(await started.exec('id', '-u')).toBe('1000');
      expect((await started.exec('cat', '/proc/1/cmdline')).split('\0').slice(0, 5)).toEqual([
        'node',
        '--disable-sigusr1',
        '--max-semi-space-size=8',
        'dist/main.js',
        'serve',
      ]);
    });

    it('listens within a second of its start', { timeout: 60_000 }, async () => {
      const times: number[] = [];
      // The fastest of up to twenty starts, because other work on this machine slows some of them.
      while (times.length < 20 && Math.min(...times) >= bound) {
        await container?.remove();
        const started = await startInMemory();
        times.push(await started.startTime());
        expect((await fetch(`${await started.origin()}/readyz`)).status).toBe(200);
      }
      expect(Math.min(...times)).toBeLessThan(bound);
    });

    it('handles SIGTERM while it is loading, though it is process 1', async () => {
      const raise = `import { registerHooks } from 'node:module';
        registerHooks({
          resolve: (specifier, context, next) => {
            if (specifier.includes('/command-line')) process.kill(1, 'SIGTERM');
            return next(specifier, context);
          },
        });`;
      const options = `NODE_OPTIONS=--import=data:text/javascript,${encodeURIComponent(raise)}`;
      const started = await startInMemory('--env', options);
      await eventually(20_000, async () => (await started.state('Running')) === 'false' || undefined);
      expect(await started.state('ExitCode')).toBe('0');
    });
  });

  it('runs in a container of the example for tests of a client', { timeout: 60_000 }, async () => {
    // Here the example finds the packages that it installs elsewhere.
    const folder = await mkdtemp(join(import.meta.dirname, 'example-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'start-in-container.ts');
    await cp(join(projectFolder, 'examples/tests-of-a-client/start-in-container.ts'), file);
    const example: { readonly startInContainer: StartInContainer } = await import(file);
    const service = await example.startInContainer(image);
    const origin = service.baseUrl.replace(/\/v1$/, '');
    expect(await addRex(origin, service.apiKey)).toEqual([201, { id: 1, name: 'Rex', categoryId: 1 }]);
    await service.stop();
  });

  describe('has a health check', () => {
    const healthOf = (started: ImageContainer): Promise<string> =>
      eventually(20_000, async () => {
        const health = await started.state('Health.Status');
        return health === 'starting' ? undefined : health;
      });

    it('which reports a healthy service, on another port too', async () => {
      expect(await healthOf(await startInMemory('--health-interval', '1s', '--env', 'PORT=8081'))).toBe('healthy');
    });

    it('which starts no second Node.js', async () => {
      const test = await docker('image', 'inspect', '--format', '{{index .Config.Healthcheck.Test 1}}', image);
      expect(test).toBe('bash');
    });

    it('which reports an unhealthy service if nothing responds', async () => {
      const elsewhere = ['--env', 'HOST=127.0.0.2', '--health-retries', '1', '--health-start-period', '0s'];
      expect(await healthOf(await startInMemory('--health-interval', '1s', ...elsewhere))).toBe('unhealthy');
    });
  });

  it('serves from an SQLite file on a new volume with the command of the guide, and restores a backup', {
    timeout: 120_000,
  }, async () => {
    const name = `animal-store-sqlite-${process.pid}`;
    const volumes = [`${name}-animals`, `${name}-backups`];
    const replaced = (text: string): string =>
      text
        .replace('--name animal-store', `--name ${name}`)
        .replace('127.0.0.1:8080:8080', '127.0.0.1::8080')
        .replace('animals:/', `${volumes[0]}:/`)
        .replace('backups:/', `${volumes[1]}:/`)
        .replace(/animals\.db animal-store$/m, `animals.db ${image}`)
        .replace('docker exec animal-store', `docker exec ${name}`);
    const guide = readFileSync(join(projectFolder, 'docs/deploy.md'), 'utf8');
    const [run = ''] = /docker run --detach[\s\S]*? animal-store$/m.exec(guide) ?? [];
    const [issue = '', backup = ''] = (guide.match(/^ *docker exec animal-store .*$/gm) ?? []).map(replaced);
    onTestFinished(async () => {
      await container?.remove();
      container = undefined;
      await docker('volume', 'rm', ...volumes);
    });

    const startAsInGuide = async (): Promise<string> => {
      await shell(replaced(run));
      container = containerOf(name);
      await container.logged(/"msg":"listening"/);
      return container.origin();
    };
    const first = await startAsInGuide();
    const [, apiKey = ''] = newKey.exec(await shell(issue)) ?? [];
    expect(await addRex(first, apiKey)).toEqual([201, { id: 1, name: 'Rex', categoryId: 1 }]);
    await shell(backup);
    expect(await addRex(first, apiKey)).toEqual([201, { id: 2, name: 'Rex', categoryId: 1 }]);
    await docker('rm', '--force', name);

    const second = await startAsInGuide();
    const list = async (from: string): Promise<unknown> =>
      (await fetch(`${from}/v1/pets`, { headers: { Authorization: `Bearer ${apiKey}` } })).json();
    expect(await list(second)).toHaveLength(2);
    const [file = ''] = (await docker('exec', name, 'ls', '/var/backups/animal-store')).split('\n');
    await docker('rm', '--force', name);

    const restore = `restore --overwrite /var/backups/animal-store/${file}`;
    await shell(
      `${replaced(run)
        .replace('--detach', '--rm')
        .replaceAll(/--name \S+|--restart \S+/g, '')} ${restore}`,
    );
    const third = await startAsInGuide();
    expect(await list(third)).toEqual([{ id: 1, name: 'Rex', categoryId: 1 }]);
    expect(await addRex(third, apiKey)).toEqual([201, { id: 1_000_002, name: 'Rex', categoryId: 1 }]);
  });

  describeOnMongodb('on MongoDB', ({ uri }) => {
    it('is ready, issues a key and serves it', async () => {
      const environment = [`MONGODB_URI=${uri}`, 'HOST=127.0.0.1', 'PORT=0', 'ADMIN_PORT=0'];
      const started = await start('--network', 'host', ...environment.flatMap((variable) => ['--env', variable]));
      const [origin = ''] = await started.logged(/"url":"([^"]+)".*"msg":"listening"/);
      const [, apiKey = ''] = newKey.exec(await started.exec('animal-store', 'keys', 'issue', '--label', 'me')) ?? [];
      expect((await fetch(`${origin}/readyz`)).status).toBe(200);
      expect(await addRex(origin, apiKey)).toEqual([201, { id: 1, name: 'Rex', categoryId: 1 }]);
    });
  });
});
