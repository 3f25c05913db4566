import {
  type AccessPorts,
  type ApiKeyLabel,
  type ApiKeyToken,
  issueApiKey,
  newApiKeyToken,
  registerApiKey,
} from '@animal-store/access';
import { either as E } from 'fp-ts';

const label = 'start' as ApiKeyLabel;

/** Registers the key of a store in memory, and returns it unless the operator has set it. */
export const makeKeyInMemory = async (
  ports: AccessPorts,
  configured: ApiKeyToken | undefined,
): Promise<ApiKeyToken | undefined> => {
  const token = configured ?? newApiKeyToken(ports.keyMaterial)();
  await registerApiKey(ports)(token, { label })();
  return configured === undefined ? token : undefined;
};

/**
 * Issues the first key of a durable store that has none, and returns it, but only if a terminal shows it, because a log is kept
 * and many may read it. Without a terminal, returns `none`. If the store does not respond, does nothing.
 */
export const makeFirstKey = async (
  ports: AccessPorts,
  hasTerminal: boolean,
): Promise<ApiKeyToken | 'none' | undefined> => {
  const keys = await ports.apiKeys.list()();
  if (E.isLeft(keys) || keys.right.length > 0) return undefined;
  if (!hasTerminal) return 'none';
  const issued = await issueApiKey(ports)({ label })();
  return E.isRight(issued) ? issued.right.token : undefined;
};
