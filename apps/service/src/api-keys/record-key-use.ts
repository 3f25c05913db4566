import type { ApiKeyId, ApiKeyRepository, Clock, Instant } from '@animal-store/access';

/** Records when API keys are used, apart from the requests that use them. */
export interface KeyUseRecorder {
  /** Records a use now. It returns at once and never throws. */
  readonly record: (id: ApiKeyId) => void;
  /** Records no further use, drops those that are not written, and waits for the write in flight. */
  readonly stop: () => Promise<void>;
}

const hour = 3_600_000;

/** How many keys are held, each with the hour of its last use; the one whose hour began first is evicted first. */
const capacity = 10_000;

/**
 * Makes a recorder that writes at most once for each key and hour of UTC, one write at a time. A use is recorded as the
 * beginning of its hour. A write that fails is not tried again before the next hour: the record is not exact, and must
 * not add to an outage.
 */
export const createKeyUseRecorder = (
  { recordUse }: Pick<ApiKeyRepository, 'recordUse'>,
  { now }: Clock,
): KeyUseRecorder => {
  const hours = new Map<ApiKeyId, Instant>();
  const unwritten = new Map<ApiKeyId, Instant>();
  let writing: Promise<void> | undefined;
  let isStopped = false;

  const write = async (id: ApiKeyId, at: Instant): Promise<void> => {
    try {
      await recordUse(id, at)();
    } catch {
      // Handled like an expected failure: the next hour has the next write.
    }
  };

  const writeAll = async (): Promise<void> => {
    for (const [id, at] of unwritten) {
      unwritten.delete(id);
      await write(id, at);
    }
    writing = undefined;
  };

  return {
    record: (id) => {
      const at = (Math.floor(now() / hour) * hour) as Instant;
      if (isStopped || hours.get(id) === at) return;
      // Setting an existing key of a map would leave it in its old place.
      hours.delete(id);
      const [oldest] = hours.keys();
      if (hours.size >= capacity && oldest !== undefined) hours.delete(oldest);
      hours.set(id, at);
      if (unwritten.size < capacity) unwritten.set(id, at);
      writing ??= writeAll();
    },
    stop: async () => {
      isStopped = true;
      unwritten.clear();
      await writing;
    },
  };
};
