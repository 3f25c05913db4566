import type { PostgresPool } from './open-pool.ts';
import { unavailable } from './postgres-error.ts';

/** The session that all operations use. */
export interface KeptSession {
  /** The session. A failed attempt to open it is repeated by the next call. */
  readonly current: () => Promise<PostgresPool>;
  /** Makes the next call of `current` open another session, unless that has happened already. */
  readonly forget: (lost: PostgresPool) => void;
  readonly close: () => Promise<void>;
}

/** Opens a session when it is needed, once for all who wait for it. */
export const keepSession = (open: () => Promise<PostgresPool>): KeptSession => {
  let current: Promise<PostgresPool> | undefined;
  let opened: PostgresPool | undefined;
  let isClosed = false;

  const start = async (): Promise<PostgresPool> => {
    try {
      const pool = await open();
      if (isClosed) await pool.close();
      opened = pool;
      return pool;
    } catch (error) {
      current = undefined;
      throw error;
    }
  };

  return {
    current: () => {
      if (isClosed) return Promise.reject(unavailable('The store is closed'));
      current ??= start();
      return current;
    },
    forget: (lost) => {
      if (lost !== opened) return;
      opened = undefined;
      current = undefined;
      lost.leave();
    },
    close: async () => {
      isClosed = true;
      const last = opened;
      await last?.close();
    },
  };
};
