import { runToEnd } from './run-to-end.ts';
import { type RunningService, startService } from './start-service.ts';

/** An API key as the command line shows it. */
export interface ShownApiKey {
  readonly id: string;
  readonly state: string;
  readonly lastUsed?: string;
}

/** The variables that name a durable store. */
type Store = Readonly<Record<string, string>>;

/** Runs `animal-store keys … --json` on a store, which has to succeed. Returns the parsed output. */
const runKeys = async <A>(env: Store, ...args: readonly string[]): Promise<A> => {
  const { code, stdout, stderr } = await runToEnd({ args: ['keys', ...args, '--json'], env });
  if (code !== 0 || stderr !== '') throw new Error(`keys ${args[0]} ends with ${code}: ${stderr}`);
  return JSON.parse(stdout);
};

/** Issues a key, and returns it with its secret. */
export const issueKey = (store: Store): Promise<ShownApiKey & { readonly key: string }> =>
  runKeys(store, 'issue', '--label', 'test');

export const listKeys = (store: Store): Promise<readonly ShownApiKey[]> => runKeys(store, 'list');

export const revokeKey = (store: Store, id: string): Promise<ShownApiKey> => runKeys(store, 'revoke', id);

/** Starts the service on a durable store, with a key that its command line issues. */
export const startWithIssuedKey = async (env: Store): Promise<RunningService> => {
  const { key } = await issueKey(env);
  return { ...(await startService({ env: { API_KEY: '', ...env } })), apiKey: key };
};
