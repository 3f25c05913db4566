import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTcpProxy } from '@animal-store/domain-testkit';
import { freePort } from '@animal-store/testkit/free-port';
import { describeNeeding } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { startService } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it, onTestFinished } from 'vitest';

const need = {
  where: 'in Python',
  missing: spawnSync('python3', ['--help']).error && 'python3 cannot be started',
  requiredBy: 'REQUIRE_PYTHON',
  waivedBy: 'WITHOUT_PYTHON',
};

const describeClients = (): void => {
  it.each([
    ['js', 'relative', process.execPath, 'animals.mjs'],
    ['js', 'absolute', process.execPath, 'animals.mjs'],
    ['python', 'relative', 'python3', 'animals.py'],
    ['python', 'absolute', 'python3', 'animals.py'],
  ])('adds one animal and lists all pages in %s, by %s links', async (language, links, program, name) => {
    const guide = readFileSync(projectFile('docs/clients.md'), 'utf8');
    const [, source = ''] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(guide) ?? [];
    const file = join(temporaryFolder(), name);
    writeFileSync(file, source);
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
    const { stdout } = await promisify(execFile)(program, [file], { env, timeout: 60_000 });
    expect(stdout.trimEnd().split('\n')).toEqual(['1 Rex 1', '2 Tom 2', '3 Kim 9223372036854775807']);
    await proxy.met();
  });
};

describeNeeding(need, 'docs/clients.md', describeClients, { timeout: 100_000 });
