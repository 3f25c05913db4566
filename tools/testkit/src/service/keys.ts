import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { runToEnd } from './run-service.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const randomText = (length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** A new well-formed API key, made independently of the service so that the service's own format is tested too. */
export const makeApiKey = (): string => {
  const body = `ask_${randomText(8)}_${randomText(52)}`;
  return `${body}_${crc32(body).toString(16).padStart(8, '0')}`;
};

/** Runs `animal-store keys … --json` on the store of the variables, which has to succeed. Returns the parsed output. */
export const runKeys = async <A>(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<A> => {
  const { code, stdout, stderr } = await runToEnd({ args: ['keys', ...args, '--json'], env });
  if (code !== 0 || stderr !== '') throw new Error(`keys ${args[0]} ends with ${code}: ${stderr}`);
  return JSON.parse(stdout);
};

/** Issues a key, and returns it with its secret. */
export const issueKey = (
  env: Readonly<Record<string, string>>,
): Promise<{ readonly id: string; readonly key: string }> => runKeys(env, 'issue', '--label', 'test');
