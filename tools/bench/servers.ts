import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { endWithTests } from '@animal-store/testkit/processes';
import { makeApiKey } from '@animal-store/testkit/service';
import { animal, create, responsesTo, type Server } from './loads.ts';

/** A script of a checkout, with the Node.js and the libraries of that checkout, and on a store with so many animals. */
type Program = Pick<Server, 'name' | 'animals'> & { readonly folder: string; readonly script: string };

const interruption = new AbortController();
// Not `once`: signal-exit, which Testcontainers uses, would end this process before it has cleaned up.
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => interruption.abort());

export const service = 'apps/service/src/main.ts';
const PATH = process.env['PATH'];
// V8 lets the young generation grow by chance: of two processes of one program, one may collect it four times as often. So it
// has the size here that it has at most in the image.
const flags = ['--min-semi-space-size=8', '--max-semi-space-size=8', '--conditions=@animal-store/source'];

/** Fills a new store, and starts a program on it and on the first core, until the stack is disposed of. */
export const start = async (
  stack: AsyncDisposableStack,
  { name, folder, script, animals }: Program,
  variables: Readonly<Record<string, string>>,
): Promise<Server> => {
  const node = join(folder, 'node_modules/.bin/node');
  const command = async (args: readonly string[], input = ''): Promise<string> => {
    const options = { cwd: folder, env: { PATH, ...variables }, signal: interruption.signal };
    const running = promisify(execFile)(node, [...flags, service, ...args], options);
    running.child.stdin?.end(input);
    return (await running).stdout;
  };
  const isMemory = 'STORE' in variables;
  const issued = isMemory ? makeApiKey() : await command(['keys', 'issue', '--label', 'bench']);
  const [apiKey = ''] = /ask_\w+/.exec(issued) ?? [];
  const lines = Array.from({ length: animals }, (_, index) => animal(index).replace('{', `{"id":${index + 1},`));
  if (!isMemory) await command(['import', '-', '--keep-ids'], lines.join('\n'));

  // A durable store of the service has the key.
  const given = isMemory || script !== service ? { API_KEY: apiKey } : {};
  const env = { PATH, NODE_ENV: 'production', PORT: '0', ADMIN_PORT: '0', ...variables, ...given };
  const options = { cwd: folder, env, signal: interruption.signal, killSignal: 'SIGKILL' } as const;
  const args = ['-c', '0', node, ...flags, script, 'serve'];
  const child = endWithTests(spawn('taskset', args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] }));
  stack.defer(() => void child.kill('SIGKILL'));
  const url = await new Promise<string>((resolve, reject) => {
    child
      .once('error', reject)
      .once('close', () => reject(new Error(`${script} in ${folder} has ended at its start.`)));
    // The rest of its output is read and dropped.
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, found] = /"url":"(http:[^"]+)".*"msg":"listening"/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const server = { name, url, pid: child.pid ?? 0, apiKey, animals };
  if (isMemory) await responsesTo(server, create(animals));
  return server;
};
