/** Something that can be kept from reading on. */
export interface Source {
  readonly hold: () => void;
  readonly release: () => void;
  /** How many bytes have come from it. */
  readonly received: () => number;
}

/** Keeps sources without a valid API key from taking the time of clients that have one. */
export interface ReadingPace {
  /** A request with a valid key came. */
  readonly countKnown: () => void;
  /** A source came of which nothing is known. */
  readonly enter: (source: Source) => void;
  /** A request came from a source that never sent a valid key. */
  readonly countUnknown: (source: Source) => void;
  /** A source has sent a valid key or has closed, so it is no longer held. */
  readonly leave: (source: Source) => void;
}

/** How long, in milliseconds, a client with a valid key counts as active after its last request. */
const activeTime = 1_000;

/**
 * How many unknown sources are read at once. Each may bring 64 KiB of requests, whose parsing takes up to 8 ms, before
 * other clients have their turn.
 */
const maxReadable = 4;

/** How long, in milliseconds, a source is read that sends nothing while others wait. */
const readingTime = 4;

/**
 * A turn of the event loop is expensive if it takes longer than this, in milliseconds, and if an unknown source brought more
 * than this in it, in bytes: twice the largest headers.
 */
const expensiveTurn = { time: 4, bytes: 32 * 1024 };

/**
 * How long, in milliseconds, no unknown source is read after an expensive turn while new ones arrive. Node.js accepts one
 * connection in each turn of the event loop, so a client behind a hundred others would wait for a hundred reads.
 */
const arrivalTime = 50;

/**
 * Makes a pace of `rate` requests a second, with bursts of a twentieth of it. While clients with a valid key are active,
 * one of the other sources is read at first, then two, then four at once, and again one after an expensive turn. New ones
 * come first: in turn the newest, the oldest, and one that has sent nothing yet, so that a crowd cannot lock out one that
 * comes before or after it. Then come those that have sent something, in order and within the rate. Without active clients
 * nothing is held. `now` returns the time in milliseconds.
 */
export const createReadingPace = (rate: number, now = (): number => performance.now()): ReadingPace => {
  const burst = Math.max(1, rate / 20);
  /** The sources that are read: the end of their turn, and the bytes that they sent before it. */
  const readable = new Map<Source, { readonly until: number; readonly before: number }>();
  const newcomers: Source[] = [];
  /** Sources that have sent nothing in their turn. */
  const silent: Source[] = [];
  /** Sources that have sent something. */
  const others: Source[] = [];
  let turn = 0;
  let lastKnown = Number.NEGATIVE_INFINITY;
  let credit = burst;
  let credited = 0;
  let timer: NodeJS.Timeout | undefined;
  let willAdmit = false;
  let atOnce = 1;
  let isExpensive = false;
  let hasArrivals = false;
  let arrivalsSince: number | undefined;

  const isActive = (time: number): boolean => time - lastKnown <= activeTime;
  const remove = (sources: Source[], source: Source): boolean => {
    const position = sources.indexOf(source);
    if (position !== -1) sources.splice(position, 1);
    return position !== -1;
  };
  const earn = (time: number): void => {
    credit = Math.min(burst, credit + ((time - credited) * rate) / 1_000);
    credited = time;
  };

  const nextNewcomer = [() => newcomers.pop(), () => newcomers.shift(), () => silent.shift()] as const;
  const mayPass = (time: number): boolean => credit > 0 || !isActive(time);

  /** Measures the turn of the event loop in which these sources are read, once it is over. */
  const measureTurn = (sources: readonly Source[]): void => {
    const start = now();
    const limits = sources.map(({ received }) => received() + expensiveTurn.bytes);
    setImmediate(() => {
      const isLarge = sources.some(({ received }, index) => received() > (limits[index] ?? 0));
      isExpensive = isLarge && now() - start > expensiveTurn.time;
      atOnce = isExpensive ? 1 : Math.min(maxReadable, 2 * atOnce);
    });
  };

  const putBack = (source: Source): void => {
    readable.delete(source);
    (source.received() === 0 ? silent : others).push(source);
    source.hold();
  };

  // Once in each turn of the event loop, however many sources request it.
  const admitSoon = (): void => {
    if (willAdmit) return;
    willAdmit = true;
    setImmediate(() => {
      willAdmit = false;
      admit();
    });
  };

  const admit = (): void => {
    const time = now();
    const isArrival = hasArrivals;
    hasArrivals = false;
    if (isArrival && isExpensive && isActive(time)) {
      arrivalsSince ??= time;
      if (time - arrivalsSince < arrivalTime) {
        admitSoon();
        return;
      }
    }
    arrivalsSince = undefined;
    earn(time);
    // A source that was read has had its turn, even if no request is complete.
    for (const [source, { until, before }] of isActive(time) ? [...readable] : []) {
      if (until <= time || source.received() > before) putBack(source);
    }
    const released: Source[] = [];
    while (readable.size < atOnce || !isActive(time)) {
      const next =
        nextNewcomer[turn % 3]?.() ??
        newcomers.shift() ??
        silent.shift() ??
        (mayPass(time) ? others.shift() : undefined);
      turn += 1;
      if (next === undefined) break;
      readable.set(next, { until: time + readingTime, before: next.received() });
      released.push(next);
      next.release();
    }
    if (released.length > 0) measureTurn(released);
    if (newcomers.length > 0) admitSoon();
  };

  const rotate = (): void => {
    if (newcomers.length + silent.length + others.length > 0) {
      admitSoon();
    } else {
      clearInterval(timer);
      timer = undefined;
      atOnce = 1;
    }
  };

  const wait = (source: Source, queue: Source[]): void => {
    queue.push(source);
    source.hold();
    // Not at once: other clients have their turn first.
    if (newcomers.length + others.length === 1) admitSoon();
    timer ??= setInterval(rotate, readingTime).unref();
  };

  return {
    countKnown: () => {
      lastKnown = now();
    },
    enter: (source) => {
      if (!isActive(now())) return;
      hasArrivals = true;
      wait(source, newcomers);
    },
    countUnknown: (source) => {
      const time = now();
      earn(time);
      credit = Math.max(-burst, credit - 1);
      readable.delete(source);
      if (isActive(time) && !others.includes(source)) wait(source, others);
    },
    leave: (source) => {
      readable.delete(source);
      if ([newcomers, silent, others].some((queue) => remove(queue, source))) source.release();
      admitSoon();
    },
  };
};
