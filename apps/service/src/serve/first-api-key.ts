import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type AccessPorts,
  type ApiKeyId,
  type ApiKeyLabel,
  type ApiKeyToken,
  issueApiKey,
  newApiKeyToken,
  registerApiKey,
  revokeApiKey,
} from '@animal-store/access';
import { either as E } from 'fp-ts';
import { reasonOf } from '../stores/reason-of.ts';
import { writeNewFile } from '../write-new-file.ts';

const label = 'start' as ApiKeyLabel;

/**
 * Creates the API key of a store in memory, and returns its token, which is printed. `configured` is the key that the
 * operator has set: it is registered, but not returned.
 */
export const makeKeyInMemory = async (
  ports: AccessPorts,
  configured: ApiKeyToken | undefined,
): Promise<ApiKeyToken | undefined> => {
  const token = configured ?? newApiKeyToken(ports.keyMaterial)();
  await registerApiKey(ports)(token, { label })();
  return configured === undefined ? token : undefined;
};

/** Who may see the first key of a durable store: a person at a terminal, the reader of a new file, or none. */
export type FirstKeyTarget = 'terminal' | 'none' | { readonly file: string };

/** The first key of a durable store: its token for the terminal, or a sentence about it for the log. */
export interface FirstKey {
  readonly token?: ApiKeyToken;
  readonly notice?: string;
}

const issueOne = 'animal-store keys issue --label <name> issues one';

/**
 * Creates the first API key of a durable store that has none. A log is read by many and kept for long, so a key is made
 * only if a terminal or a new file of mode 0600 takes it. If the store does not respond, no key is made.
 */
export const makeFirstKey = async (ports: AccessPorts, target: FirstKeyTarget): Promise<FirstKey> => {
  const keys = await ports.apiKeys.list()();
  if (E.isLeft(keys) || keys.right.length > 0) return {};
  if (target === 'none') return { notice: `the store has no API key: ${issueOne}` };
  const issue = issueApiKey(ports)({ label });
  if (target === 'terminal') {
    const issued = await issue();
    return E.isRight(issued) ? { token: issued.right.token } : {};
  }
  const file = resolve(target.file);
  let id: ApiKeyId | undefined;
  const written = await writeNewFile(file, { overwrite: 'never' }, async (partial) => {
    const issued = await issue();
    if (E.isLeft(issued)) return E.left(reasonOf(issued.left));
    id = issued.right.apiKey.id;
    await writeFile(partial, `${issued.right.token}\n`);
    return E.right(id);
  });
  if (E.isLeft(written) && id !== undefined) await revokeApiKey(ports)(id)();
  return {
    notice: E.isRight(written)
      ? `the first API key, ${written.right}, is in the file that FIRST_API_KEY_FILE names`
      : `the store has no first API key in the file that FIRST_API_KEY_FILE names: ${written.left}; ${issueOne}`,
  };
};
