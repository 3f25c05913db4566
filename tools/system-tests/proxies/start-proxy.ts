import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { eventually } from '@animal-store/testkit/eventually';
import { freePort } from '@animal-store/testkit/free-port';
import { endWithTests } from '@animal-store/testkit/processes';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { findProgram, type ShippedProxy, type Surroundings } from './proxies.ts';

/** A request to the API through a proxy. */
export interface ProxiedRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const host = 'animals.example';

const makeCertificate = async (folder: string): Promise<string> => {
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const [key, chain] = [join(folder, 'key.pem'), join(folder, 'fullchain.pem')];
  await promisify(execFile)('openssl', ['req', '-x509', ...options, ...names, '-keyout', key, '-out', chain]);
  const certificate = await readFile(chain, 'utf8');
  await writeFile(join(folder, 'haproxy.pem'), certificate + (await readFile(key, 'utf8')));
  return certificate;
};

/** Starts a proxy with its shipped configuration in front of two ports of this machine. */
export const startProxy = async (proxy: ShippedProxy, instances: Surroundings['instances'], isUnlimited = false) => {
  const folder = temporaryFolder();
  const port = await freePort();
  const ca = await makeCertificate(folder);
  for (const [name, content] of Object.entries(proxy.files({ folder, port, instances, isUnlimited })))
    await writeFile(join(folder, name), content);

  const child = endWithTests(
    spawn(findProgram(proxy.program) ?? proxy.program, proxy.args(folder), {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (printed: string) => {
      output = (output + printed).slice(-10_000);
    });
  const ended = once(child, 'close');

  // Connections stay open.
  const agent = new Agent({ keepAlive: true, maxSockets: 32, ca, servername: host });
  const send = async ({ method = 'GET', path, headers = {}, body }: ProxiedRequest) => {
    const sent = request({
      agent,
      host: '127.0.0.1',
      port,
      method,
      path,
      timeout: 20_000,
      headers: { Host: host, ...headers },
    });
    sent.once('timeout', () => sent.destroy(new Error('There was no response within 20 s')));
    sent.end(body);
    const [response] = await once(sent, 'response');
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  };
  const stop = async (): Promise<void> => {
    agent.destroy();
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 3_000);
    await ended;
    clearTimeout(timer);
  };
  try {
    await eventually(10_000, async () => {
      if (child.exitCode !== null) throw new Error(`${proxy.program} has ended`);
      return send({ path: '/livez', headers: { Connection: 'close' } }).then(
        ({ status }) => status === 200 || undefined,
        () => undefined,
      );
    });
    return { send, stop, port };
  } catch (error) {
    await stop();
    throw new Error(`${String(error)}; ${proxy.program} printed:\n${output}`);
  }
};
