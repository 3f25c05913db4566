import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeNeeding } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { startService } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it, onTestFinished } from 'vitest';

const printed = ['1 Rex 1', '2 Tom 2', '3 Kim 9223372036854775807'];

/** Passes requests on to a service that starts later. The client never sees the response to the first `POST`. */
const startLosingProxy = async () => {
  let hasLost = false;
  let origin = '';
  const links: string[] = [];
  const server = createServer((req, res) => {
    const onward = request(`${origin}${req.url}`, { method: req.method ?? 'GET', headers: req.headers }, (response) => {
      const isLost = req.method === 'POST' && !hasLost;
      hasLost ||= isLost;
      if (response.headers['link']) links.push(`${response.headers['link']}`);
      if (isLost) response.resume().on('end', () => res.destroy());
      else response.pipe(res.writeHead(response.statusCode ?? 0, response.headers));
    });
    req.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.close().closeAllConnections());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const passOnTo = (target: string): void => {
    origin = target;
  };
  return { baseUrl, links, passOnTo, hasLost: () => hasLost };
};

describeNeeding(
  {
    where: 'in Python',
    missing: spawnSync('python3', ['--help']).error && 'python3 cannot be started',
    requiredBy: 'REQUIRE_PYTHON',
    waivedBy: 'WITHOUT_PYTHON',
  },
  'docs/clients.md',
  () => {
    it.each([
      ['js', 'relative', process.execPath, 'animals.mjs'],
      ['js', 'absolute', process.execPath, 'animals.mjs'],
      ['python', 'relative', 'python3', 'animals.py'],
      ['python', 'absolute', 'python3', 'animals.py'],
    ])('adds one animal and lists all pages in %s, by %s links', async (language, kind, program, name) => {
      const guide = readFileSync(projectFile('docs/clients.md'), 'utf8');
      const [, source = ''] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(guide) ?? [];
      const file = join(temporaryFolder(), name);
      writeFileSync(file, source);
      const proxy = await startLosingProxy();
      const service = await startService({ env: kind === 'absolute' ? { BASE_URL: proxy.baseUrl } : {} });
      onTestFinished(async () => void (await service.stop()));
      proxy.passOnTo(service.origin);
      for (const body of ['{"name":"Rex","categoryId":1}', '{"name":"Tom","categoryId":2}']) {
        const headers = { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' };
        expect((await fetch(`${service.baseUrl}/pets`, { method: 'POST', headers, body })).status).toBe(201);
      }
      const env = { ...process.env, BASE_URL: proxy.baseUrl, API_KEY: service.apiKey };
      const { stdout } = await promisify(execFile)(program, [file], { env, timeout: 60_000 });
      expect(stdout.trimEnd().split('\n')).toEqual(printed);
      expect(proxy.hasLost()).toBe(true);
      const start = kind === 'absolute' ? proxy.baseUrl : '/v1';
      expect(proxy.links.map((link) => link.startsWith(`<${start}/pets?`))).toEqual([true]);
    });
  },
  { timeout: 100_000 },
);
