import type { ApiKey } from '@animal-store/access';

/** Gives one and the same object for a key, each time it is read. */
export const sharingApiKeys = (): ((key: ApiKey) => ApiKey) => {
  const shared = new Map<string, ApiKey>();
  return (key) => {
    const first = shared.get(key.id) ?? key;
    shared.set(key.id, first);
    return first;
  };
};
