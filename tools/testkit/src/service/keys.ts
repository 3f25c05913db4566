import { expect } from 'vitest';
import { type Outcome, runToEnd } from './run-to-end.ts';

/** An API key as the command line shows it. */
export interface ShownApiKey {
  readonly id: string;
  readonly label: string;
  readonly state: string;
  readonly created: string;
  readonly expires?: string;
  readonly revoked?: string;
  readonly lastUsed?: string;
}

/** A new API key, with its secret. */
export interface IssuedApiKey extends ShownApiKey {
  readonly key: string;
}

/** Runs `animal-store keys …` on a database. */
export const runKeys = (uri: string, ...args: readonly string[]): Promise<Outcome> =>
  runToEnd({ args: ['keys', ...args], env: { MONGODB_URI: uri } });

/** Runs the same command with `--json`, which has to succeed. Returns the parsed output. */
const runForJson = async (uri: string, ...args: readonly string[]): Promise<unknown> => {
  const { code, stdout, stderr } = await runKeys(uri, ...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
};

export const issueKey = async (uri: string, ...more: readonly string[]): Promise<IssuedApiKey> =>
  (await runForJson(uri, 'issue', '--label', 'test', ...more)) as IssuedApiKey;

export const listKeys = async (uri: string): Promise<readonly ShownApiKey[]> =>
  (await runForJson(uri, 'list')) as readonly ShownApiKey[];

export const revokeKey = async (uri: string, id: string): Promise<ShownApiKey> =>
  (await runForJson(uri, 'revoke', id)) as ShownApiKey;

export const rotateKey = async (uri: string, id: string, ...more: readonly string[]): Promise<IssuedApiKey> =>
  (await runForJson(uri, 'rotate', id, ...more)) as IssuedApiKey;
