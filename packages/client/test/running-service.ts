import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';

/** A service in a process of its own. */
export interface RunningService {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly origin: string;
  readonly baseUrl: string;
  /** A key that the service accepts when it is in memory. */
  readonly apiKey: string;
  readonly stop: () => Promise<void>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const randomText = (length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** A new well-formed API key. */
export const makeApiKey = (): string => {
  const body = `ask_${randomText(8)}_${randomText(52)}`;
  return `${body}_${crc32(body).toString(16).padStart(8, '0')}`;
};

/** Starts the service from its sources, in memory unless the environment says otherwise, on a free port. */
export const startService = async (
  env: Readonly<Record<string, string>> | ((apiKey: string) => Readonly<Record<string, string>>) = {},
): Promise<RunningService> => {
  const apiKey = makeApiKey();
  const own = typeof env === 'function' ? env(apiKey) : { API_KEY: apiKey, ...env };
  // Nothing of the environment of the tests gets through: vitest has a BASE_URL of its own.
  const child = spawn(process.execPath, ['--conditions=@animal-store/source', 'apps/service/src/main.ts', 'serve'], {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'info', ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = (): unknown => child.kill('SIGKILL');
  process.once('exit', kill);
  const closed = once(child, 'close').then(() => process.off('exit', kill));
  for await (const line of createInterface(child.stdout)) {
    const entry: unknown = line.startsWith('{') ? JSON.parse(line) : {};
    const { msg, url } = entry as { readonly msg?: string; readonly url?: string };
    if (msg !== 'listening' || url === undefined) continue;
    child.stdout.resume();
    return {
      origin: url,
      baseUrl: `${url}/v1`,
      apiKey,
      stop: async () => {
        child.kill('SIGTERM');
        await closed;
      },
    };
  }
  throw new Error('The service has ended before it listened');
};
