import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describeNeeding } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { run } from '@animal-store/testkit/run-program';
import { startService } from '@animal-store/testkit/service';
import { startServer } from '@animal-store/testkit/start-server';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';
import { needsPython, pythonProgram } from './programs.ts';

const [, program = ''] = /^```python\n(.*?)^```$/ms.exec(readFileSync(projectFile('docs/clients.md'), 'utf8')) ?? [];

const runProgram = (env: Readonly<Record<string, string>>) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'animals.py'), program);
  return run([pythonProgram('python'), 'animals.py'], folder, { ...process.env, NO_PROXY: '127.0.0.1', ...env });
};

interface Arrival {
  readonly method: string;
  readonly key: unknown;
  readonly time: number;
}

/** Forwards requests to the service, but loses the response to the first `POST`, and refuses the first `GET` for two seconds. */
const startFaulty = async (origin: string, arrivals: Arrival[]): Promise<string> => {
  const server = createServer(async (req, res) => {
    const { method = '', url, headers } = req;
    const isFirst = arrivals.every((earlier) => earlier.method !== method);
    arrivals.push({ method, key: headers['idempotency-key'], time: performance.now() });
    if (isFirst && method === 'GET') return res.writeHead(503, { 'Retry-After': '2' }).end('{}');
    const { authorization = '', 'idempotency-key': key = '', 'content-type': type = '' } = headers;
    const response = await fetch(`${origin}${url}`, {
      method,
      headers: { authorization, ...(method === 'POST' && { 'idempotency-key': `${key}`, 'content-type': type }) },
      body: method === 'POST' ? await text(req) : null,
    });
    const body = await response.text();
    if (isFirst) return res.destroy();
    const link = response.headers.get('Link');
    return res.writeHead(response.status, { ...(link !== null && { link }) }).end(body);
  });
  return `http://127.0.0.1:${await startServer(server)}/v1`;
};

describeNeeding(needsPython, 'the Python program of docs/clients.md', () => {
  it('adds one animal although the response is lost, waits as Retry-After says, and lists all pages', async () => {
    const { origin, apiKey } = await startService();
    const arrivals: Arrival[] = [];
    // Files of secrets often end with a line break.
    const env = { BASE_URL: await startFaulty(origin, arrivals), API_KEY: `${apiKey}\r\n` };
    for (const animals of [['1 Kim'], ['1 Kim', '2 Kim'], ['1 Kim', '2 Kim', '3 Kim']]) {
      const lines = animals.map((animal) => `${animal} 9223372036854775807\n`).join('');
      expect(await runProgram(env)).toEqual({ code: 0, output: lines });
    }
    const methods = arrivals.map(({ method }) => method).join(' ');
    expect(methods).toBe('POST POST GET GET POST GET POST GET GET');
    const [lost, retried, refused, waited] = arrivals;
    expect([typeof lost?.key, retried?.key]).toEqual(['string', lost?.key]);
    expect((waited?.time ?? 0) - (refused?.time ?? 0)).toBeGreaterThanOrEqual(2_000);
  });

  it('fails with the request id of an error, and never prints the key', async () => {
    const { baseUrl, apiKey } = await startService();
    const [wrong, malformed] = [`${apiKey.slice(0, -1)}x`, `${apiKey}\r${apiKey}`];
    const outputs = await Promise.all([wrong, malformed].map((key) => runProgram({ BASE_URL: baseUrl, API_KEY: key })));
    expect(outputs).toEqual([
      { code: 1, output: expect.stringMatching(/^401, request [\w-]+: \{"code":"unauthorized".*\}\n$/) },
      { code: 1, output: 'API_KEY is not an API key\n' },
    ]);
  });
});
