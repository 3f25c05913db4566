import { Gauge, type Registry } from 'prom-client';

/** What a process knows of itself and its store, read at each scrape. */
export interface State {
  /** The limits of the process by name, a closed set. */
  readonly limits: Readonly<Record<string, number>>;
  readonly isReady: () => boolean;
  /** The seconds until each of the next API keys expires, by id. The number of keys must be bounded. */
  readonly keySecondsLeft: () => ReadonlyMap<string, number>;
}

/** Adds the metrics of a state. */
export const createStateMetrics =
  ({ limits, isReady, keySecondsLeft }: State) =>
  (register: Registry): void => {
    const registers = [register];
    const limit = new Gauge({
      name: 'animal_store_limit',
      help: 'Limits of this process, by what they bound',
      labelNames: ['limit'],
      registers,
    });
    for (const [name, value] of Object.entries(limits)) limit.set({ limit: name }, value);
    new Gauge({
      name: 'animal_store_ready',
      help: '1 if this process can serve requests, else 0; kept up to date without probes',
      registers,
      collect() {
        this.set(isReady() ? 1 : 0);
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
