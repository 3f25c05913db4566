import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { header } from '@animal-store/testkit/http';
import { logLines, startService, waitFor } from '@animal-store/testkit/service';
import { expect, it, onTestFinished } from 'vitest';
import { clientOf } from '../checked.ts';

it('serves from memory in production if STORE asks for it, and builds every URL in its responses from BASE_URL', async () => {
  const base = 'https://animals.example/api/v1';
  const env = { NODE_ENV: 'production', STORE: 'memory', BASE_URL: base };
  const service = await startService({ env });
  onTestFinished(() => void service.process.kill('SIGKILL'));
  expect(logLines(service.process).map(({ level, msg }) => [level, msg])).toEqual([[30, 'listening']]);
  const api = clientOf(service);
  const headers = { 'Content-Type': 'application/json', Host: 'evil.example' };
  const added = await api.send('POST', '/v1/pets', { body: '{"name":"Rex","categoryId":1}', headers });
  expect(header(added, 'location')).toBe(`${base}/pets/1`);
  expect((await api.send('GET', '/api/v1/pets')).status).toBe(404);
});

it('makes a key when API_KEY is not given, and shows it and commands that work, but not in the log', async () => {
  const { process, stop } = await startService({ env: { API_KEY: '' } });
  const text = await waitFor(process, () => /^ {2}export .*?(?=\n\n)/ms.exec(process.stderr())?.[0], 'The commands');
  const { stdout } = await promisify(execFile)('sh', ['-c', text]);
  expect(stdout.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 200']);
  expect(await stop()).toBe(0);
  const [, secret = ''] = /\bask_[a-z2-7]{8}_([a-z2-7]{52})_[0-9a-f]{8}\b/.exec(process.stderr()) ?? [];
  expect([secret.length, process.stdout().includes(secret)]).toEqual([52, false]);
});
