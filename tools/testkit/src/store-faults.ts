import { setTimeout as pause } from 'node:timers/promises';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { type Named, type Recorded, startHistory } from './history.ts';

/** A store that is under load while its server or its network is broken. */
interface BreakableStore {
  readonly operations: Recorded;
  readonly ping: () => Promise<E.Either<unknown, void>>;
  /** All stored animals. */
  readonly stored: () => Promise<readonly Named[]>;
  readonly recoversWithinMS: number;
  /** Whether no operation has to fail, because the driver may find another server in time. */
  readonly mayHideFaults?: boolean;
}

/** What breaks a store, and what repairs it. */
export type StoreFault<S> = readonly [
  name: string,
  begin: (on: S) => Promise<unknown>,
  end: (on: S) => Promise<unknown>,
];

/** Waits longer than an operation may take. */
export const last = (): Promise<void> => pause(6_000);

/** Faults of a server. */
export const serverFaults: readonly StoreFault<
  Readonly<Record<'kill' | 'start' | 'freeze' | 'thaw', () => Promise<unknown>>>
>[] = [
  ['the server is killed', ({ kill }) => kill(), ({ start }) => start()],
  ['the server is frozen', ({ freeze }) => freeze().then(last), ({ thaw }) => thaw()],
];

/** Tests that a store under load survives each fault. */
export const testFaults = <S extends BreakableStore>(
  setUp: () => Promise<S>,
  faults: readonly StoreFault<S>[],
): void => {
  it.each(faults)(
    '%s: within the time limit, nothing acknowledged is lost or stored twice, and it recovers',
    { timeout: 60_000 },
    async (name, begin, end) => {
      const on = await setUp();
      const clients = startHistory(on.operations, name.replaceAll(' ', '_'));
      await clients.acknowledged(50);
      const failed = on.mayHideFaults ? undefined : clients.failed(1);
      await begin(on);
      await failed;
      await end(on);
      await expect.poll(on.ping, { timeout: on.recoversWithinMS }).toEqual(E.right(undefined));
      await clients.acknowledged(50);
      await clients.stop();
      expect(clients.judge(await on.stored())).toEqual({ lost: [], twice: [], doubled: [], vanished: [] });
      // The limit of an operation, and half a second for a busy machine.
      expect(clients.slowest()).toBeLessThan(5_000);
    },
  );
};
