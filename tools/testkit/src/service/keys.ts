import { expect } from 'vitest';
import { runToEnd } from './run-to-end.ts';

/** An API key as the command line shows it. */
export interface ShownApiKey {
  readonly id: string;
  readonly state: string;
  readonly lastUsed?: string;
}

/** Runs `animal-store keys … --json` on a database, which has to succeed. Returns the parsed output. */
const runKeys = async (uri: string, ...args: readonly string[]): Promise<unknown> => {
  const { code, stdout, stderr } = await runToEnd({ args: ['keys', ...args, '--json'], env: { MONGODB_URI: uri } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
};

/** Issues a key, and returns it with its secret. */
export const issueKey = async (uri: string): Promise<ShownApiKey & { readonly key: string }> =>
  (await runKeys(uri, 'issue', '--label', 'test')) as ShownApiKey & { readonly key: string };

export const listKeys = async (uri: string): Promise<readonly ShownApiKey[]> =>
  (await runKeys(uri, 'list')) as readonly ShownApiKey[];

export const revokeKey = async (uri: string, id: string): Promise<ShownApiKey> =>
  (await runKeys(uri, 'revoke', id)) as ShownApiKey;
