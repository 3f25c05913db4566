import { burstOf, type Credit, earn, howManyNow, isExpensive, spend } from './how-many-now.ts';
import { type Queue, whoIsNext } from './who-is-next.ts';

/** Something that can be kept from reading on. */
export interface Source {
  readonly hold: () => void;
  readonly release: () => void;
  /** How many bytes have come from it. */
  readonly received: () => number;
  /** Whether it has sent a valid API key. It then waits for one turn after a request without one, not for each. */
  readonly isKnown: () => boolean;
}

/** Keeps requests without a valid API key from taking the time of clients that have one. */
export interface ReadingPace {
  /** A request with a valid key came. */
  readonly countKnown: () => void;
  /** A source came of which nothing is known. */
  readonly enter: (source: Source) => void;
  /** A request without a valid key came from a source. */
  readonly countUnknown: (source: Source) => void;
  /** A source has sent a valid key or has closed, so it is no longer held. */
  readonly leave: (source: Source) => void;
}

/** How long, in milliseconds, a client with a valid key counts as active after its last request. */
const activeTime = 1_000;

/** How long, in milliseconds, a source is read that sends nothing while others wait. */
const readingTime = 4;

/**
 * How long, in milliseconds, no unknown source is read after an expensive turn while new ones arrive. Node.js accepts one
 * connection in each turn of the event loop, so a client behind a hundred others would wait for a hundred reads.
 */
const arrivalTime = 50;

/**
 * Makes a pace of `rate` requests a second, with bursts of a twentieth of it. While clients with a valid key are active,
 * one of the other sources is read at first, then two, then four at once, and again one after an expensive turn.
 * Without active clients nothing is held. `now` returns the time in milliseconds.
 */
export const createReadingPace = (rate: number, now = (): number => performance.now()): ReadingPace => {
  /** The sources that are read: the end of their turn, and the bytes that they sent before it. */
  const readable = new Map<Source, { readonly until: number; readonly before: number }>();
  const queues: Readonly<Record<Queue, Source[]>> = { newcomers: [], silent: [], others: [] };
  const state = {
    turn: 0,
    lastKnown: Number.NEGATIVE_INFINITY,
    credit: { left: burstOf(rate), at: 0 } as Credit,
    atOnce: 1,
    isExpensive: false,
    willAdmit: false,
    hasArrivals: false,
    arrivalsSince: undefined as number | undefined,
    timer: undefined as NodeJS.Timeout | undefined,
  };

  const isActive = (time: number): boolean => time - state.lastKnown <= activeTime;
  const waiting = (): Readonly<Record<Queue, number>> => ({
    newcomers: queues.newcomers.length,
    silent: queues.silent.length,
    others: queues.others.length,
  });

  /** Measures the turn of the event loop in which these sources are read, once it is over. */
  const measureTurn = (sources: readonly Source[]): void => {
    const start = now();
    const before = sources.map(({ received }) => received());
    setImmediate(() => {
      const bytes = Math.max(...sources.map(({ received }, index) => received() - (before[index] ?? 0)));
      const turn = { duration: now() - start, bytes };
      state.isExpensive = isExpensive(turn);
      state.atOnce = howManyNow(state.atOnce, turn);
    });
  };

  const endTurn = (source: Source): void => {
    readable.delete(source);
    if (source.isKnown()) return;
    queues[source.received() === 0 ? 'silent' : 'others'].push(source);
    source.hold();
  };

  // Once in each turn of the event loop, however many sources request it.
  const admitSoon = (): void => {
    if (state.willAdmit) return;
    state.willAdmit = true;
    setImmediate(() => {
      state.willAdmit = false;
      admit();
    });
  };

  const waitsForArrivals = (time: number): boolean => {
    const isArrival = state.hasArrivals && state.isExpensive && isActive(time);
    state.hasArrivals = false;
    state.arrivalsSince = isArrival ? (state.arrivalsSince ?? time) : undefined;
    if (time - (state.arrivalsSince ?? Number.NEGATIVE_INFINITY) < arrivalTime) return true;
    state.arrivalsSince = undefined;
    return false;
  };

  const admit = (): void => {
    const time = now();
    if (waitsForArrivals(time)) {
      admitSoon();
      return;
    }
    state.credit = earn(state.credit, rate, time);
    const mayPass = state.credit.left > 0 || !isActive(time);
    // A source that was read has had its turn, even if no request is complete.
    for (const [source, { until, before }] of isActive(time) ? [...readable] : []) {
      if (until <= time || source.received() > before) endTurn(source);
    }
    const released: Source[] = [];
    while (readable.size < state.atOnce || !isActive(time)) {
      const choice = whoIsNext(state.turn, waiting(), mayPass);
      state.turn += 1;
      if (choice === undefined) break;
      const queue = queues[choice.queue];
      const next = choice.end === 'first' ? queue.shift() : queue.pop();
      if (next === undefined) break;
      readable.set(next, { until: time + readingTime, before: next.received() });
      released.push(next);
      next.release();
    }
    if (released.length > 0) measureTurn(released);
    if (queues.newcomers.length > 0) admitSoon();
  };

  const rotate = (): void => {
    if (Object.values(queues).some(({ length }) => length > 0)) {
      admitSoon();
    } else {
      clearInterval(state.timer);
      state.timer = undefined;
      state.atOnce = 1;
    }
  };

  const wait = (source: Source, queue: Source[]): void => {
    queue.push(source);
    source.hold();
    // Not at once: other clients have their turn first.
    if (queues.newcomers.length + queues.others.length === 1) admitSoon();
    state.timer ??= setInterval(rotate, readingTime).unref();
  };

  return {
    countKnown: () => {
      state.lastKnown = now();
    },
    enter: (source) => {
      if (!isActive(now())) return;
      state.hasArrivals = true;
      wait(source, queues.newcomers);
    },
    countUnknown: (source) => {
      const time = now();
      state.credit = spend(earn(state.credit, rate, time), rate);
      readable.delete(source);
      if (isActive(time) && !queues.others.includes(source)) wait(source, queues.others);
    },
    leave: (source) => {
      readable.delete(source);
      for (const queue of Object.values(queues)) {
        const position = queue.indexOf(source);
        if (position === -1) continue;
        queue.splice(position, 1);
        source.release();
      }
      admitSoon();
    },
  };
};
