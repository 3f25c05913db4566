import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { expectAdded, post } from '../animals.ts';
import { createContractApi } from '../contract-api.ts';
import { makeApiKey } from '../make-api-key.ts';
import { runService, waitFor } from '../run-service.ts';
import { logLines, type RunningService, startService } from '../running-service.ts';
import { header } from '../wire/answer.ts';
import { type Outcome, runToEnd } from './run-to-end.ts';

const wrongValues: readonly (readonly [name: string, value: string])[] = [
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['PORT', ' 80'],
  ['ADMIN_PORT', 'abc'],
  ['ADMIN_PORT', '70000'],
  ['API_KEY', 'secret'],
  ['API_KEY', `${makeApiKey().slice(0, -8)}00000000`],
  ['API_KEY', makeApiKey().toUpperCase()],
  ['BASE_URL', 'https://animals.example'],
  ['BASE_URL', 'https://animals.example/v1/pets'],
  ['BASE_URL', 'https://animals.example/v2'],
  ['BASE_URL', '/v1'],
  ['BASE_URL', 'animals.example/v1'],
  ['BASE_URL', 'ftp://animals.example/v1'],
  ['STAGING_BASE_URL', 'https://staging.animals.example'],
  ['LOG_LEVEL', 'loud'],
  ['RATE_LIMIT', 'many'],
  ['MAX_REQUESTS_IN_FLIGHT', '0'],
  ['MAX_REQUESTS_IN_FLIGHT', 'many'],
  ['MAX_REQUESTS_IN_FLIGHT', '1000001'],
  ['SHUTDOWN_DELAY_MS', '-1'],
  ['SHUTDOWN_DELAY_MS', 'soon'],
  ['SHUTDOWN_GRACE_MS', '1.5'],
  ['GET_PET_AFTER_SUNSET', 'maybe'],
];

/** The environment: a wrong value stops the start with a sentence that names it. */
export const describeConfiguration = (): void => {
  const quiet = { PORT: '0', ADMIN_PORT: '0' };
  const refused = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const { code, signal, stdout, stderr }: Outcome = await runToEnd({ args: ['serve'], env: { ...quiet, ...env } });
    expect({ signal, stdout }, stderr).toEqual({ signal: null, stdout: '' });
    expect(code, stderr).toBeGreaterThan(0);
    expect(stderr).not.toMatch(/\n\s+at |node:internal|TypeError/);
    return stderr;
  };

  describe('configuration', () => {
    let service: RunningService | undefined;
    afterEach(async () => {
      await service?.stop();
      service = undefined;
    });

    it.each(wrongValues)('refuses %s=%s by name', async (name, value) => {
      const printed = await refused({ [name]: value });
      expect(printed).toMatch(new RegExp(`\\b${name}\\b`));
      expect(printed.trim().split('\n').length).toBeLessThan(4);
    });

    it.each([
      ['a refused API key', { API_KEY: 'ask_s3cret' }],
      ['a refused connection string', { MONGODB_URI: 'mongo://clerk:s3cret@127.0.0.1/' }],
      ['a connection string that the driver refuses', { MONGODB_URI: 'mongodb://clerk:s3cret@127.0.0.1:1:1/' }],
      ['an option of one', { MONGODB_URI: 'mongodb://127.0.0.1/?authMechanismProperties=s3cret' }],
      ['a good one beside other wrong values', { MONGODB_URI: 'mongodb://clerk:s3cret@127.0.0.1/', PORT: 'x' }],
      ['a key beside a connection string', { MONGODB_URI: 'mongodb://a:s3cret@127.0.0.1/', API_KEY: makeApiKey() }],
      ['a password in BASE_URL', { BASE_URL: 'https://clerk:s3cret@animals.example/v1' }],
      ['a value that belongs elsewhere', { HOST: 's3cret ', LOG_LEVEL: 's3cret', RATE_LIMIT: 's3cret' }],
    ])('never prints %s', async (_, env) => {
      const printed = await refused(env);
      expect(printed).not.toContain('s3cret');
      if ('API_KEY' in env) expect(printed).not.toContain(env.API_KEY);
    });

    it.each([[['serve']], [['keys', 'list']]])('names the file of a secret that cannot be read: %j', async (args) => {
      expect(await runToEnd({ args, env: { ...quiet, MONGODB_URI_FILE: '/nowhere/s3cret' } })).toEqual({
        code: 1,
        signal: null,
        stdout: '',
        stderr: 'animal-store: MONGODB_URI_FILE names a file that cannot be read: there is no such file\n',
      });
    });

    it('names all wrong values at once', async () => {
      const wrong = { PORT: 'abc', API_KEY: 'x', MONGODB_URI: 'x', BASE_URL: 'ftp://x', SHUTDOWN_GRACE_MS: 'x' };
      const printed = await refused(wrong);
      expect(Object.keys(wrong).filter((name) => !new RegExp(`\\b${name}\\b`).test(printed))).toEqual([]);
    });

    it('names PORT when another program has it', async () => {
      const other = createServer();
      const port = await new Promise<number>((resolve) => {
        other.listen(0, '127.0.0.1', () => {
          const address = other.address();
          resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
        });
      });
      try {
        const printed = await refused({ PORT: String(port) });
        expect(printed).toMatch(/\bPORT\b/);
        expect(printed).toContain(String(port));
      } finally {
        other.close();
      }
    });

    it.each([
      ['another machine', '192.0.2.1'],
      ['a link-local address without its zone', 'fe80::1'],
      ['a name longer than any', 'a'.repeat(300)],
    ])('names HOST when it is %s', async (_, host) => {
      expect(await refused({ HOST: host })).toMatch(/^animal-store: [^\n]* HOST and PORT can name another one\n$/);
    });

    it('builds every address it gives from BASE_URL', async () => {
      const started = await startService({ env: { BASE_URL: 'https://animals.example/api/v1' } });
      service = started;
      const api = createContractApi(() => started);
      const headers = { 'Content-Type': 'application/json', Host: 'evil.example' };
      const body = '{"name":"Rex","categoryId":1}';
      for (const id of [1, 2]) {
        const added = await api.send('POST', '/v1/pets', { body, headers });
        expect(header(added, 'location')).toBe(`https://animals.example/api/v1/pets/${id}`);
      }
      expect(header(await api.send('GET', '/v1/pets/1'), 'link')).toBe(
        '<https://animals.example/api/v1/pets>; rel="successor-version"',
      );
      expect(header(await api.send('GET', '/v1/pets?limit=1'), 'link')).toMatch(
        /^<https:\/\/animals\.example\/api\/v1\/pets\?limit=1&cursor=[A-Za-z0-9_-]+>; rel="next"$/,
      );
      expect((await api.send('GET', '/api/v1/pets')).status).toBe(404);
      api.close();
    });

    it('makes a key when it is given none, and shows it, but not in the log', async () => {
      const started = runService({ args: ['serve'], env: quiet });
      try {
        const printed = (pattern: RegExp): Promise<string> =>
          waitFor(started, () => pattern.exec(started.stderr())?.[0], String(pattern));
        const apiKey = await printed(/ask_[a-z2-7]{8}_[a-z2-7]{52}_[0-9a-f]{8}/);
        const origin = await printed(/http:\/\/127\.0\.0\.1:[1-9][0-9]*/);
        const api = createContractApi(() => ({ origin, apiKey, stop: async () => undefined }));
        expectAdded(await post(api, '{"name":"Rex","categoryId":1}'));
        api.close();
        expect(logLines(started).map(({ msg }) => msg)).toEqual(['listening']);
        expect(started.stdout()).not.toContain(apiKey.slice(13, 65));
      } finally {
        started.kill('SIGKILL');
      }
    });

    it('takes the API key it is given and no other', async () => {
      const started = await startService();
      service = started;
      const api = createContractApi(() => started);
      expectAdded(await post(api, '{"name":"Rex","categoryId":1}'));
      const other = createContractApi(() => ({ ...started, apiKey: makeApiKey() }));
      expect((await other.send('GET', '/v1/pets')).status).toBe(401);
      api.close();
      other.close();
    });
  });
};
