import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeNeeding } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { startService } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';

const lines = ['1 Rex 1', '2 Tom 2', '3 Kim 9223372036854775807'];
const pages = [
  '[{"id":1,"name":"Rex","categoryId":1},{"id":2,"name":"Tom","categoryId":2}]',
  '[{"id":3,"name":"Kim","categoryId":9223372036854775807}]',
];

/** The fence of a program in the guide, its file, the command that runs it, and what it prints. */
const programs = [
  ['js', 'animals.mjs', [process.execPath], lines],
  ['python', 'animals.py', ['python3'], lines],
  ['go', 'animals.go', ['go', 'run'], lines],
  ['java', 'Animals.java', ['java'], pages],
] as const;

const missing = programs.map(([, , [program]]) => program).filter((program) => spawnSync(program, ['--help']).error);

/** Passes requests on to the service. The client never sees the response to the first `POST`. */
const losesOneResponse = (origin: string): RequestListener => {
  let hasLost = false;
  return (req, res) => {
    const onward = request(`${origin}${req.url}`, { method: req.method ?? 'GET', headers: req.headers }, (response) => {
      const isLost = req.method === 'POST' && !hasLost;
      hasLost ||= isLost;
      if (isLost) response.resume().on('end', () => res.destroy());
      else response.pipe(res.writeHead(response.statusCode ?? 0, response.headers));
    });
    req.pipe(onward);
  };
};

describeNeeding(
  {
    where: 'in other languages',
    missing: missing.length === 0 ? undefined : `${missing.join(' and ')} cannot be started`,
    requiredBy: 'REQUIRE_LANGUAGES',
    waivedBy: 'WITHOUT_LANGUAGES',
  },
  'docs/clients.md',
  () => {
    it.each(programs)('adds one animal and lists all pages in %s', async (language, name, command, printed) => {
      const guide = readFileSync(projectFile('docs/clients.md'), 'utf8');
      const [, source = ''] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(guide) ?? [];
      const folder = temporaryFolder();
      writeFileSync(join(folder, name), source);
      const service = await startService();
      const proxy = createServer(losesOneResponse(service.origin)).listen(0, '127.0.0.1');
      try {
        for (const pet of ['{"name":"Rex","categoryId":1}', '{"name":"Tom","categoryId":2}']) {
          const headers = { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' };
          expect((await fetch(`${service.baseUrl}/pets`, { method: 'POST', headers, body: pet })).status).toBe(201);
        }
        const { port } = proxy.address() as AddressInfo;
        const [program, ...options] = command;
        const { stdout } = await promisify(execFile)(program, [...options, join(folder, name)], {
          env: { ...process.env, BASE_URL: `http://127.0.0.1:${port}/v1`, API_KEY: service.apiKey },
          timeout: 180_000,
        });
        expect(stdout.trimEnd().split('\n')).toEqual(printed);
      } finally {
        proxy.close();
        await service.stop();
      }
    });
  },
  { timeout: 200_000 },
);
