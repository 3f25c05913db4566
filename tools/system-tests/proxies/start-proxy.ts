import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AtEnd } from '@animal-store/testkit/at-end';
import { freePort } from '@animal-store/testkit/free-port';
import { type Need, needsProgram, programPath } from '@animal-store/testkit/needs';
import { endWithTests } from '@animal-store/testkit/processes';
import { projectFile } from '@animal-store/testkit/project-file';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { onTestFinished, vi } from 'vitest';
import { host, type Send, senderTo } from './send.ts';

/**
 * The arguments of each program, its file of `deploy/proxy`, what is different in the folder and at the port of a test, and what
 * adds HTTP/2.
 */
const programs = {
  nginx: {
    args: '-p . -e stderr -c main.conf',
    file: 'nginx.conf',
    http2: { 'listen 443 ssl;': 'listen 443 ssl http2;' },
    replacements: (folder: string, port: number) => ({
      'listen 443': `listen 127.0.0.1:${port}`,
      '/etc/ssl/animals.example': folder,
      '/var/log/nginx': folder,
    }),
  },
  haproxy: {
    args: '-db -f haproxy.cfg',
    file: 'haproxy.cfg',
    http2: { 'haproxy.pem alpn http/1.1': 'haproxy.pem alpn h2,http/1.1' },
    replacements: (folder: string, port: number) => ({
      'bind :443': `bind 127.0.0.1:${port}`,
      'abns@animal_store': `abns@${port}`,
      '/etc/ssl/animals.example': folder,
    }),
  },
} as const;

/** Includes `nginx.conf`, which is a part of the whole configuration. */
const nginxMain = `daemon off; pid nginx.pid; user ${userInfo().username}; worker_rlimit_nofile 16384;
events { worker_connections 8192; }
http {
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join(' ')}
  include nginx.conf;
}
`;

/** Replaces texts, of which each has to occur. */
const replaceAll = (text: string, replacements: Readonly<Record<string, string>>): string =>
  Object.entries(replacements).reduce((written, [from, to]) => {
    if (!written.includes(from)) throw new Error(`The file does not contain: ${from}`);
    return written.replaceAll(from, to);
  }, text);

export type ProxyName = keyof typeof programs;

const missing = [...Object.keys(programs), 'openssl'].flatMap((name) => needsProgram(name).missing ?? []);

/** `WITHOUT_PROXIES=1` allows a machine of continuous integration to have no proxies. */
export const needsProxies: Need = {
  where: 'behind proxies',
  missing: missing.length > 0 ? missing.join(', ') : undefined,
  requiredBy: 'REQUIRE_PROXIES',
  waivedBy: 'WITHOUT_PROXIES',
};

const makeCertificate = `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=${host} \\
  -addext subjectAltName=DNS:${host} -keyout key.pem -out fullchain.pem && cat fullchain.pem key.pem > haproxy.pem`;

/** Starts a proxy with its file of `deploy/proxy` in front of two ports of this machine. */
export const startProxy = async (
  proxy: ProxyName,
  [one, two]: readonly [number, number],
  atEnd: AtEnd = onTestFinished,
  hasHttp2 = false,
): Promise<{ readonly port: number; readonly send: Send }> => {
  const folder = temporaryFolder(atEnd);
  const port = await freePort();
  const send = senderTo(port, https, undefined, atEnd);
  await promisify(execFile)('sh', ['-c', makeCertificate], { cwd: folder });
  const { args, file, http2, replacements } = programs[proxy];
  const shipped = readFileSync(projectFile(`deploy/proxy/${file}`), 'utf8');
  const extended = replaceAll(shipped, hasHttp2 ? http2 : {});
  const instances = { '10.0.0.1:8080': `127.0.0.1:${one}`, '10.0.0.2:8080': `127.0.0.1:${two}` };
  writeFileSync(join(folder, file), replaceAll(extended, { ...instances, ...replacements(folder, port) }));
  writeFileSync(join(folder, 'main.conf'), nginxMain);
  const child = endWithTests(spawn(proxy, args.split(' '), { cwd: folder, env: { PATH: programPath }, stdio: 'pipe' }));
  const ended = once(child, 'close');
  atEnd(async () => {
    // nginx has to end its workers. HAProxy is one process, which would wait for its requests.
    child.kill(proxy === 'nginx' ? 'SIGTERM' : 'SIGKILL');
    await ended;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (printed: string) => {
      output = (output + printed).slice(-10_000);
    });
  const answers = (): Promise<boolean> =>
    send({ path: '/livez', headers: { Connection: 'close' } }).then(
      ({ status }) => status === 200,
      () => false,
    );
  await vi.waitUntil(answers, 10_000).catch(() => {
    throw new Error(`${proxy} does not answer, and printed:\n${output}`);
  });
  return { port, send };
};
