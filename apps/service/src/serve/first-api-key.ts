import {
  type ApiKeyLabel,
  type ApiKeyRepository,
  type ApiKeyToken,
  issueApiKey,
  newApiKeyToken,
  registerApiKey,
} from '@animal-store/access';
import { nodeKeyMaterial, systemClock } from '@animal-store/access/node';
import { either as E } from 'fp-ts';
import type { Logger } from 'pino';

const label = 'start' as ApiKeyLabel;

const portsWith = (apiKeys: ApiKeyRepository) => ({ apiKeys, clock: systemClock, keyMaterial: nodeKeyMaterial });

/** Registers the key of a store in memory, and returns it unless the operator has set it. */
export const makeKeyInMemory = async (
  apiKeys: ApiKeyRepository,
  configured: ApiKeyToken | undefined,
): Promise<ApiKeyToken | undefined> => {
  const token = configured ?? newApiKeyToken(nodeKeyMaterial)();
  await registerApiKey(portsWith(apiKeys))(token, { label })();
  return configured === undefined ? token : undefined;
};

/**
 * Issues the first key of a durable store that has none, and returns it, but only if a terminal shows it, because a log is kept
 * and many may read it. Without a terminal, warns. If the store does not respond, does nothing.
 */
export const makeFirstKey = async (
  apiKeys: ApiKeyRepository,
  hasTerminal: boolean,
  logger: Pick<Logger, 'warn'>,
): Promise<ApiKeyToken | undefined> => {
  const keys = await apiKeys.list()();
  if (E.isLeft(keys) || keys.right.length > 0) return undefined;
  if (!hasTerminal) {
    logger.warn('the store has no API key: animal-store keys issue --label <name> issues one');
    return undefined;
  }
  const issued = await issueApiKey(portsWith(apiKeys))({ label })();
  return E.isRight(issued) ? issued.right.token : undefined;
};
