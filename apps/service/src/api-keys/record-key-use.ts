import type { ApiKeyId, ApiKeyRepository, Clock, Instant } from '@animal-store/access';
import { LRUCache } from 'lru-cache';

/** Records when API keys are used, apart from the requests that use them. */
export interface KeyUseRecorder {
  /** Records a use now. It returns at once and never throws. */
  readonly record: (id: ApiKeyId) => void;
  /** Drops the uses that are not written, and waits for the write in flight. */
  readonly stop: () => Promise<void>;
}

const hour = 3_600_000;

/**
 * Makes a recorder that writes at most once for each key and hour of UTC, one write at a time. A write that fails is not
 * tried again before the next hour: the record is not exact, and must not add to an outage.
 */
export const createKeyUseRecorder = (
  { recordUse }: Pick<ApiKeyRepository, 'recordUse'>,
  { now }: Clock,
): KeyUseRecorder => {
  const hours = new LRUCache<ApiKeyId, Instant>({ max: 10_000 });
  let writes: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  return {
    record: (id) => {
      const at = (Math.floor(now() / hour) * hour) as Instant;
      if (hours.get(id) === at) return;
      hours.set(id, at);
      writes = writes.then(() => (isStopped ? undefined : recordUse(id, at)())).catch(() => undefined);
    },
    stop: async () => {
      isStopped = true;
      await writes;
    },
  };
};
