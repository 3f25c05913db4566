import { expect } from 'vitest';
import type { ServiceCommand } from './run-service.ts';
import { runToEnd } from './run-to-end.ts';
import { type RunningService, startService } from './start-service.ts';

/** An API key as the command line shows it. */
export interface ShownApiKey {
  readonly id: string;
  readonly state: string;
  readonly lastUsed?: string;
}

/** Runs `animal-store keys … --json` with an environment, which has to succeed. Returns the parsed output. */
const runKeys = async (env: ServiceCommand['env'], ...args: readonly string[]): Promise<unknown> => {
  const { code, stdout, stderr } = await runToEnd({ args: ['keys', ...args, '--json'], ...(env && { env }) });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
};

/** Issues a key, and returns it with its secret. */
export const issueKey = async (uri: string): Promise<ShownApiKey & { readonly key: string }> =>
  (await runKeys({ MONGODB_URI: uri }, 'issue', '--label', 'test')) as ShownApiKey & { readonly key: string };

export const listKeys = async (uri: string): Promise<readonly ShownApiKey[]> =>
  (await runKeys({ MONGODB_URI: uri }, 'list')) as readonly ShownApiKey[];

export const revokeKey = async (uri: string, id: string): Promise<ShownApiKey> =>
  (await runKeys({ MONGODB_URI: uri }, 'revoke', id)) as ShownApiKey;

/** Starts the service on a durable store, with a key that its command line issues. */
export const startWithIssuedKey = async (env: Readonly<Record<string, string>>): Promise<RunningService> => {
  const { key } = (await runKeys(env, 'issue', '--label', 'test')) as { readonly key: string };
  return { ...(await startService({ env: { API_KEY: '', ...env } })), apiKey: key };
};
