import { Gauge, type Registry } from 'prom-client';

/** What a process knows of itself and its store, read at each scrape. */
export interface State {
  /** The limits of the process by name, a closed set, and how much of each is in use. */
  readonly limits: Readonly<Record<string, { readonly limit: number; readonly inUse: () => number }>>;
  readonly isReady: () => boolean;
  readonly highestId: () => bigint | undefined;
  /** The seconds until each of the next API keys expires, by id. The number of keys must be bounded. */
  readonly keySecondsLeft: () => ReadonlyMap<string, number>;
}

/** The highest id that the service assigns, so that every client in JavaScript reads ids exactly. */
const maxId = Number.MAX_SAFE_INTEGER;

/** Adds the metrics of a state. */
export const createStateMetrics =
  ({ limits, isReady, highestId, keySecondsLeft }: State) =>
  (register: Registry): void => {
    const registers = [register];
    const limit = new Gauge({
      name: 'animal_store_limit',
      help: 'Limits of this process, by what they bound',
      labelNames: ['limit'],
      registers,
    });
    for (const [name, each] of Object.entries(limits)) limit.set({ limit: name }, each.limit);
    new Gauge({
      name: 'animal_store_in_use',
      help: 'How much of each limit of this process is in use',
      labelNames: ['limit'],
      registers,
      collect() {
        for (const [name, { inUse }] of Object.entries(limits)) this.set({ limit: name }, inUse());
      },
    });
    new Gauge({
      name: 'animal_store_ready',
      help: '1 if this process can serve requests, else 0; kept up to date without probes',
      registers,
      collect() {
        this.set(isReady() ? 1 : 0);
      },
    });
    new Gauge({
      name: 'animal_store_ids_left',
      help: 'Ids above the highest one that this process has assigned; before its first addition all of them',
      registers,
      collect() {
        this.set(maxId - Number(highestId() ?? 0n));
      },
    });
    new Gauge({
      name: 'animal_store_api_key_expires_seconds',
      help: 'Seconds until an API key expires, of at most the next ten that expire within 14 days',
      labelNames: ['id'],
      registers,
      collect() {
        this.reset();
        for (const [id, seconds] of keySecondsLeft()) this.set({ id }, seconds);
      },
    });
  };
