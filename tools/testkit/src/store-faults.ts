import { setTimeout as pause } from 'node:timers/promises';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { type Load, onceEach, startAdding } from './adding.ts';
import type { FaultyProxy, IsRequest } from './behind-proxy.ts';

/** A store that is under load while its server or its network is broken. */
interface BreakableStore {
  readonly load: Load;
  readonly ping: () => Promise<E.Either<unknown, void>>;
  /** The ids of all stored animals whose names begin in a certain way, by name. */
  readonly storedIds: (prefix: string) => Promise<ReadonlyMap<string, readonly bigint[]>>;
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

type BreakableServer = Readonly<Record<'kill' | 'start' | 'freeze' | 'thaw', () => Promise<unknown>>>;

/** A network with a proxy in it, and what recognizes the request that commits a creation. */
interface BreakableNetwork extends Pick<FaultyProxy, 'become'> {
  readonly isCommit: IsRequest;
}

/** Longer than an operation may take. */
const last = (): Promise<void> => pause(6_000);

/** Faults of a server. */
export const serverFaults: readonly StoreFault<BreakableServer>[] = [
  ['the server is killed', ({ kill }) => kill(), ({ start }) => start()],
  ['the server is frozen', ({ freeze }) => freeze().then(last), ({ thaw }) => thaw()],
];

const repair = ({ become }: BreakableNetwork): Promise<void> => become({ kind: 'none' });

const cutNowAndThen = async ({ become }: BreakableNetwork): Promise<void> => {
  for (let count = 0; count < 50; count++) {
    await become({ kind: 'refused' });
    await become({ kind: 'none' });
    await pause(20);
  }
};

/** Faults of the network. */
export const networkFaults: readonly StoreFault<BreakableNetwork>[] = [
  ['nothing comes back', ({ become }) => become({ kind: 'silent' }).then(last), repair],
  ['connections are cut now and then', cutNowAndThen, repair],
  [
    'connections are cut after commits',
    ({ become, isCommit }) => become({ kind: 'reply lost', isRequest: isCommit, times: 20 }),
    () => pause(500),
  ],
  [
    'requests are lost before commits',
    ({ become, isCommit }) => become({ kind: 'request lost', isRequest: isCommit }),
    repair,
  ],
];

const adds = (adding: ReturnType<typeof startAdding>, count: number): Promise<void> => {
  const before = adding.acknowledged.size;
  return expect.poll(() => adding.acknowledged.size - before, { timeout: 10_000 }).toBeGreaterThan(count);
};

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
      const prefix = name.replaceAll(' ', '_');
      const adding = startAdding(on.load, prefix);
      await adds(adding, 50);
      await begin(on);
      if (!on.mayHideFaults) await expect.poll(adding.failed, { timeout: 10_000 }).toBeGreaterThan(0);
      await end(on);
      await expect.poll(on.ping, { timeout: on.recoversWithinMS }).toEqual(E.right(undefined));
      await adds(adding, 50);
      await adding.stop();
      expect(await on.storedIds(prefix)).toEqual(onceEach(adding.acknowledged));
      // The limit of an operation, and half a second for a busy machine.
      expect(adding.slowest()).toBeLessThan(5_000);
    },
  );
};
