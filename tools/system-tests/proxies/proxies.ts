import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Need } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';

/** Where a proxy finds its files, listens, and reaches two instances on this machine. */
export interface Surroundings {
  readonly folder: string;
  readonly port: number;
  readonly instances: readonly [number, number];
  /** Whether the limits per address are out of reach, because a test sends all requests from one. */
  readonly isUnlimited?: boolean;
}

/** A proxy that `deploy/proxy` configures. */
export interface ShippedProxy {
  readonly program: string;
  /** The arguments of the program; its files are in the folder. */
  readonly args: (folder: string) => readonly string[];
  /** Whether it checks /readyz once a second, so that it has to notice a stop and a start of an instance. */
  readonly checks: boolean;
  /** How often at least it sends a POST that has an Idempotency-Key, if it gets no response. */
  readonly keyedPosts: number;
  /** The shipped file with names and addresses of the test, and what else the program needs, by file name. */
  readonly files: (surroundings: Surroundings) => Readonly<Record<string, string>>;
}

/** Reads a shipped file and replaces texts in it; each has to occur. */
const shipped = (name: string, replacements: Readonly<Record<string, string>>): string =>
  Object.entries(replacements).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/proxy/${name} does not contain: ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(projectFile(`deploy/proxy/${name}`), 'utf8'),
  );

const addresses = ([one, two]: Surroundings['instances']): Readonly<Record<string, string>> => ({
  '10.0.0.1:8080': `127.0.0.1:${one}`,
  '10.0.0.2:8080': `127.0.0.1:${two}`,
});

const nginxTemporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

export const proxies: Readonly<Record<string, ShippedProxy>> = {
  nginx: {
    program: 'nginx',
    checks: false,
    keyedPosts: 2,
    args: (folder) => ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')],
    files: ({ folder, port, instances, isUnlimited }) => ({
      'nginx.conf': `daemon off; pid nginx.pid; user ${userInfo().username}; worker_rlimit_nofile 16384;
        events { worker_connections 8192; }\nhttp {
        ${nginxTemporary.map((name) => `${name}_temp_path ${name};`).join(' ')}\n include animal-store.conf;\n}\n`,
      'animal-store.conf': shipped('nginx.conf', {
        ...addresses(instances),
        'listen 443': `listen 127.0.0.1:${port}`,
        ...(isUnlimited && { 'rate=100r/s': 'rate=100000r/s' }),
        '/etc/ssl/animals.example': folder,
        '/var/log/nginx': folder,
      }),
    }),
  },
  HAProxy: {
    program: 'haproxy',
    checks: true,
    keyedPosts: 2,
    args: (folder) => ['-db', '-f', join(folder, 'haproxy.cfg')],
    files: ({ folder, port, instances, isUnlimited }) => ({
      'haproxy.cfg': shipped('haproxy.cfg', {
        ...addresses(instances),
        'bind :443': `bind 127.0.0.1:${port}`,
        ...(isUnlimited && { 'sc0_http_req_rate gt 100': 'sc0_http_req_rate gt 100000' }),
        '/etc/ssl/animals.example': folder,
      }),
    }),
  },
  Caddy: {
    program: 'caddy',
    checks: true,
    keyedPosts: 1,
    args: (folder) => ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
    files: ({ folder, port, instances }) => ({
      Caddyfile: shipped('Caddyfile', {
        ...addresses(instances),
        '\n{\n': '\n{\n\tadmin off\n\tauto_https disable_redirects\n',
        'animals.example {\n': `animals.example:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/fullchain.pem ${folder}/key.pem\n`,
      }),
    }),
  },
};

// Debian keeps the programs of servers in the first one, which is not on every path.
const folders = ['/usr/sbin', ...(process.env['PATH'] ?? '').split(delimiter)];

/** The path of a program; undefined if it is not installed. */
export const findProgram = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path));

const missing = [...Object.values(proxies).map(({ program }) => program), 'openssl'].filter(
  (name) => findProgram(name) === undefined,
);

/** `WITHOUT_PROXIES=1` allows a machine of continuous integration to have no proxies. */
export const needsProxies: Need = {
  where: 'behind proxies',
  missing: missing.length > 0 ? `these programs are not installed: ${missing.join(', ')}` : undefined,
  requiredBy: 'REQUIRE_PROXIES',
  waivedBy: 'WITHOUT_PROXIES',
};
