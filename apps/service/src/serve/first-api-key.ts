import {
  type AccessPorts,
  type ApiKeyLabel,
  type ApiKeyToken,
  issueApiKey,
  newApiKeyToken,
  registerApiKey,
} from '@animal-store/access';
import { either as E } from 'fp-ts';
import type { ObservedStore } from '../stores/observed-store.ts';

const label = 'start' as ApiKeyLabel;

/**
 * Creates the first API key of a store that needs one, and returns its token, which is printed once. `configured` is the
 * key in memory that the operator has set: it is registered, but not returned. If the store does not respond, no key is
 * created.
 */
export const makeFirstApiKey = async (
  makesKey: ObservedStore['makesKey'],
  ports: AccessPorts,
  configured: ApiKeyToken | undefined,
): Promise<ApiKeyToken | undefined> => {
  if (makesKey === 'never') return undefined;
  if (makesKey === 'always') {
    const token = configured ?? newApiKeyToken(ports.keyMaterial)();
    await registerApiKey(ports)(token, { label })();
    return configured === undefined ? token : undefined;
  }
  const keys = await ports.apiKeys.list()();
  if (E.isLeft(keys) || keys.right.length > 0) return undefined;
  const issued = await issueApiKey(ports)({ label })();
  return E.isRight(issued) ? issued.right.token : undefined;
};
