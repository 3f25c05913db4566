import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@animal-store/testkit/eventually';
import type { Client, Timed } from '@animal-store/testkit/http';
import { idIn } from './stored-animals.ts';

/** The results of a load. */
export interface LoadOutcome {
  /** The ids of the acknowledged animals by name, for every animal that was sent. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** How often each status was returned to additions and to reads. */
  readonly added: ReadonlyMap<number, number>;
  readonly read: ReadonlyMap<number, number>;
  /** The longest time of one response, in milliseconds. */
  readonly slowest: number;
}

/** A running load. */
export interface Load {
  /** Waits until that many more animals are acknowledged. */
  readonly untilMore: (count: number) => Promise<unknown>;
  readonly stop: () => Promise<LoadOutcome>;
}

const count = (counts: Map<number, number>, status: number): void =>
  void counts.set(status, (counts.get(status) ?? 0) + 1);

/**
 * Adds and reads animals through several instances until it is stopped. Each addition has an Idempotency-Key. Like a
 * careful client, it retries an addition on each instance in turn until it is acknowledged.
 */
export const startLoad = (clients: readonly Client[], prefix: string): Load => {
  const acknowledged = new Map<string, string>();
  const added = new Map<number, number>();
  const read = new Map<number, number>();
  let slowest = 0;
  let isOver = false;

  const note = (counts: Map<number, number>, { status, milliseconds }: Timed): void => {
    count(counts, status);
    slowest = Math.max(slowest, milliseconds);
  };

  const addOne = async (name: string, first: number): Promise<void> => {
    for (let attempt = first; ; attempt++) {
      const response = await clients[attempt % clients.length]?.add(name, name);
      if (response === undefined) throw new Error('There are no clients');
      note(added, response);
      if (response.status !== 503) return void acknowledged.set(name, idIn(response.text));
      await pause(50);
    }
  };

  const write = async (lane: number): Promise<void> => {
    for (let number = 0; !isOver; number++) await addOne(`${prefix}-${lane}-${number}`, lane);
  };

  const keepReading = async (client: Client): Promise<void> => {
    while (!isOver) {
      note(read, await client.get('/v1/pets?limit=5'));
      const last = [...acknowledged.values()].at(-1);
      if (last !== undefined) note(read, await client.get(`/v1/pets/${last}`));
      await pause(20);
    }
  };

  const lanes = [...clients.keys(), ...clients.keys()].map((_, lane) => write(lane));
  const all = Promise.all([...lanes, ...clients.map(keepReading)]);
  // `stop` rejects with a failure. Until then the rejection is not handled.
  all.catch(() => undefined);
  return {
    untilMore: (more) => {
      const enough = acknowledged.size + more;
      return Promise.race([all, eventually(20_000, async () => acknowledged.size >= enough || undefined)]);
    },
    stop: async () => {
      isOver = true;
      await all;
      return { acknowledged, added, read, slowest };
    },
  };
};
