import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { projectFile } from '@animal-store/testkit/project-file';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';

/** Runs `docker`, and returns its output of both streams. */
const docker = async (...args: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)('docker', [...args], { cwd: projectFile('') });
  return (stdout + stderr).trim();
};

const { run: containers, uri: mongodb } = inject('mongodb');
const { uri: postgres } = inject('postgres');
const image = `animal-store-test:${process.pid}`;
const newKey = /(ask_[a-z2-7]{8}_[a-z2-7]{52}_[0-9a-f]{8})/;

describe.skipIf(containers === undefined)('The image', () => {
  beforeAll(async () => {
    const args = ['--build-arg', 'VERSION=1.2.3', '--build-arg', 'ANIMAL_STORE_REVISION=abc'];
    await docker('build', '--quiet', ...args, '--tag', image, '.');
  }, 400_000);
  afterAll(async () => {
    await docker('image', 'rm', '--force', image);
    await docker('image', 'prune', '--force', '--filter', 'label=animal-store.stage=build');
  }, 400_000);

  const logged = (id: string, pattern: RegExp): Promise<RegExpExecArray> =>
    vi.waitUntil(async () => pattern.exec(await docker('logs', id)), 20_000);

  /** Runs a container, and returns its id once it listens. */
  const run = async (...args: readonly string[]): Promise<string> => {
    const id = await docker('run', '--detach', '--publish', '127.0.0.1::8080', ...args);
    onTestFinished(async () => void (await docker('rm', '--force', '--volumes', id)));
    await logged(id, /"msg":"listening"/);
    return id;
  };

  const hardened = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

  const originOf = async (id: string): Promise<string> =>
    `http://${(await docker('port', id, '8080/tcp')).split('\n')[0]}`;
  const addRex = async (id: string, apiKey: string): Promise<unknown> => {
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
    const body = '{"name":"Rex","categoryId":1}';
    const response = await fetch(`${await originOf(id)}/v1/pets`, { method: 'POST', headers, body });
    return [response.status, await response.json()];
  };
  const added = (id: number) => [201, { id, name: 'Rex', categoryId: 1 }];

  it('serves from memory on a read-only disk, without a right, as process 1, and ends on SIGTERM', async () => {
    const id = await run(...hardened, '--env', 'STORE=memory', image);
    const [, apiKey = ''] = await logged(id, newKey);
    expect(await addRex(id, apiKey)).toEqual(added(1));
    expect(await docker('exec', id, 'id', '-u')).toBe('1000');
    expect(await logged(id, /"revision":"(.*?)"/)).toContain('abc');
    for (const path of ['/docs', '/docs/docs-page.js', '/openapi.json', '/readyz'])
      expect((await fetch(`${await originOf(id)}${path}`)).status).toBe(200);
    await docker('stop', id);
    expect(await docker('inspect', '--format', '{{.State.ExitCode}}', id)).toBe('0');
  });

  it('says which build it is', async () => {
    const labels = await docker('image', 'inspect', '--format', '{{json .Config.Labels}}', image);
    expect(JSON.parse(labels)).toMatchObject({ 'org.opencontainers.image.version': '1.2.3' });
  });

  it('contains no sources and no npm', async () => {
    const names = ['-name', '*.ts', '-o', '-name', 'npm'];
    const search = ['run', '--rm', '--user', '0', '--entrypoint', 'find', image, '/', '-xdev', ...names];
    expect(await docker(...search)).toBe('');
  });

  it('has a health check that asks where the service listens', async () => {
    const listening = ['--env', 'STORE=memory', '--env', 'HOST=127.0.0.2', '--env', 'PORT=8081'];
    const id = await run('--health-interval', '1s', ...listening, image);
    const state = () => docker('inspect', '--format', '{{.State.Health.Status}}', id);
    await expect.poll(state, { timeout: 20_000 }).toBe('healthy');
    const check = JSON.parse(await docker('image', 'inspect', '--format', '{{json .Config.Healthcheck.Test}}', image));
    await expect(docker('exec', '--env', 'PORT=8082', id, ...check.slice(1))).rejects.toThrow('refused');
  });

  it.each(['1000', '1000650000'])(
    'keeps animals on a new volume by the command of the guide, as the user %s',
    { timeout: 60_000 },
    async (user) => {
      const guide = readFileSync(projectFile('docs/deploy.md'), 'utf8');
      const [, command = ''] = /docker run --detach([\s\S]*?) animal-store$/m.exec(guide) ?? [];
      const volume = (name: string): string => `animal-store-test-${process.pid}-${user}-${name}`;
      const args = command
        .replace(/--name \S+ --restart \S+/, `--user ${user}`)
        .replace('--publish 127.0.0.1:8080:8080', '')
        .replace(/(animals|backups):\//g, (_, name) => `${volume(name)}:/`)
        .split(/[\s\\]+/)
        .slice(1);
      const startAsInGuide = (): Promise<string> => run(...args, image);
      const first = await startAsInGuide();
      const issued = await docker('exec', first, 'animal-store', 'keys', 'issue', '--label', 'me');
      const [, apiKey = ''] = newKey.exec(issued) ?? [];
      expect(await addRex(first, apiKey)).toEqual(added(1));
      await docker('exec', first, 'animal-store', 'backup', '/var/backups/animal-store/animals.db');
      await docker('rm', '--force', first);
      const second = await startAsInGuide();
      expect(await addRex(second, apiKey)).toEqual(added(2));
      await docker('rm', '--force', second);
      await docker('volume', 'rm', volume('animals'), volume('backups'));
    },
  );

  it('reaches MongoDB and PostgreSQL, also as a user without a name', async () => {
    const args = ['run', '--rm', '--user', '1000650000', '--network', 'host'];
    for (const variable of [`MONGODB_URI=${mongodb}`, `POSTGRES_URI=${postgres}`])
      await docker(...args, '--env', variable, image, 'serve', '--check');
  });
});
