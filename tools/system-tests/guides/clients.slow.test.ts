import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTcpProxy } from '@animal-store/domain-testkit';
import { freePort } from '@animal-store/testkit/free-port';
import { describeNeeding } from '@animal-store/testkit/needs';
import { startService } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it, onTestFinished } from 'vitest';
import { needsPython, pythonProgram } from './python-program.ts';

const describeProgram = (): void => {
  it.each(['relative', 'absolute'])('adds one animal and lists all pages, by %s links', async (links) => {
    const file = join(temporaryFolder(), 'animals.py');
    writeFileSync(file, pythonProgram);
    const port = await freePort();
    const proxy = await startTcpProxy('127.0.0.1', port);
    onTestFinished(proxy.close);
    const baseUrl = `http://${proxy.host}:${proxy.port}/v1`;
    const service = await startService({
      env: { PORT: `${port}`, ...(links === 'absolute' && { BASE_URL: baseUrl }) },
    });
    onTestFinished(async () => void (await service.stop()));
    for (const body of ['{"name":"Rex","categoryId":1}', '{"name":"Tom","categoryId":2}']) {
      const headers = { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' };
      expect((await fetch(`${service.baseUrl}/pets`, { method: 'POST', headers, body })).status).toBe(201);
    }
    // The client never sees the response to its first `POST`.
    await proxy.become({ kind: 'reply lost', isRequest: (part) => part.includes('POST /v1/pets'), times: 1 });
    const env = { ...process.env, BASE_URL: baseUrl, API_KEY: service.apiKey };
    const { stdout } = await promisify(execFile)('python3', [file], { env, timeout: 60_000 });
    expect(stdout.trimEnd().split('\n')).toEqual(['1 Rex 1', '2 Tom 2', '3 Kim 9223372036854775807']);
    await proxy.met();
  });
};

describeNeeding(needsPython, 'the program in docs/clients.md', describeProgram, { timeout: 100_000 });
