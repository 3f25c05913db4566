import type { ApiKey, ApiKeyRepository, Clock, Instant } from '@animal-store/access';

/** Records when API keys are used, apart from the requests that use them. */
export interface KeyUseRecorder {
  /** Records a use now of a key that was just looked up. It returns at once and never throws. */
  readonly record: (apiKey: ApiKey) => void;
  /** Drops the uses that are not written, and waits for the write in flight. */
  readonly stop: () => Promise<void>;
}

const hour = 3_600_000;

/** Makes a recorder of the hour (UTC) of a use, unless the key has it already. It makes one write at a time. */
export const createKeyUseRecorder = (
  { recordUse }: Pick<ApiKeyRepository, 'recordUse'>,
  { now }: Clock,
): KeyUseRecorder => {
  let writes: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  return {
    record: ({ id, lastUsed = 0 }) => {
      const at = (Math.floor(now() / hour) * hour) as Instant;
      if (lastUsed < at) writes = writes.then<unknown>(() => isStopped || recordUse(id, at)()).catch(() => undefined);
    },
    stop: async () => {
      isStopped = true;
      await writes;
    },
  };
};
