import { expectAdded, post } from '@animal-store/testkit/animals';
import { header } from '@animal-store/testkit/http';
import {
  logLines,
  type Outcome,
  type RunningService,
  runService,
  runToEnd,
  startService,
  waitFor,
} from '@animal-store/testkit/service';
import { afterEach, describe, expect, it } from 'vitest';
import { createContractApi } from '../checked.ts';

/** The environment: a wrong value stops the start with a sentence that names it. */
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

  it('names the file of a secret that cannot be read', async () => {
    expect(await runToEnd({ args: ['keys', 'list'], env: { ...quiet, MONGODB_URI_FILE: '/nowhere/s3cret' } })).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: 'animal-store: MONGODB_URI_FILE names a file that cannot be read: there is no such file\n',
    });
  });

  it('names all wrong values at once', async () => {
    const wrong = {
      PORT: 'abc',
      API_KEY: 's3cret',
      MONGODB_URI: 's3cret',
      BASE_URL: 'ftp://s3cret',
      LOG_LEVEL: 's3cret',
    };
    const printed = await refused(wrong);
    expect(Object.keys(wrong).filter((name) => !new RegExp(`\\b${name}\\b`).test(printed))).toEqual([]);
    expect(printed).not.toContain('s3cret');
  });

  it.each([
    ['another machine', '192.0.2.1'],
    ['a name longer than any', 'a'.repeat(300)],
  ])('names HOST when it is %s', async (_, host) => {
    expect(await refused({ HOST: host })).toMatch(/^animal-store: [^\n]* choose another HOST or PORT\n$/);
  });

  it('serves from memory in production only if STORE asks for it', async () => {
    const production = { NODE_ENV: 'production', MONGODB_URI: '' };
    const sentence = 'animal-store: MONGODB_URI is empty: set it to the store, or remove it\n';
    expect(await refused(production)).toBe(sentence);
    service = await startService({ env: { NODE_ENV: 'production', STORE: 'memory', MAX_CONNECTION: '1' } });
    expect(logLines(service.process).map(({ level, msg }) => [level, msg])).toEqual([
      [40, 'MAX_CONNECTION is not a variable of the service: do you mean MAX_CONNECTIONS?'],
      [30, 'listening'],
    ]);
  });

  it('builds every URL in its responses from BASE_URL', async () => {
    const started = await startService({ env: { BASE_URL: 'https://animals.example/api/v1' } });
    service = started;
    const api = createContractApi(() => started);
    const headers = { 'Content-Type': 'application/json', Host: 'evil.example' };
    const body = '{"name":"Rex","categoryId":1}';
    const added = await api.send('POST', '/v1/pets', { body, headers });
    expect(header(added, 'location')).toBe('https://animals.example/api/v1/pets/1');
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
});
