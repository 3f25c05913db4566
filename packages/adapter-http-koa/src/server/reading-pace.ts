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
  /** A source sent a valid key, or is gone: it is held no longer. */
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
 * Makes a pace of `rate` requests a second, with bursts of a twentieth of it. While clients with a valid key are active,
 * only four of the other sources are read at once. New ones come first: in turn the newest, the oldest, and one that has
 * sent nothing yet, so that a crowd cannot lock out one that comes before or after it. Then come those that have sent
 * something, in order and within the rate. Without active clients nothing is held.
 */
export const createReadingPace = (rate: number): ReadingPace => {
  const burst = Math.max(1, rate / 20);
  /** The sources that are read, until when, and what had come from each before. */
  const readable = new Map<Source, { readonly until: number; readonly before: number }>();
  const newcomers: Source[] = [];
  /** Sources that were read, and have sent nothing. */
  const silent: Source[] = [];
  /** Sources that have sent something. */
  const others: Source[] = [];
  let turn = 0;
  let lastKnown = Number.NEGATIVE_INFINITY;
  let credit = burst;
  let credited = 0;
  let timer: NodeJS.Timeout | undefined;

  const isActive = (now: number): boolean => now - lastKnown <= activeTime;
  const remove = (sources: Source[], source: Source): boolean => {
    const position = sources.indexOf(source);
    if (position !== -1) sources.splice(position, 1);
    return position !== -1;
  };
  const earn = (now: number): void => {
    credit = Math.min(burst, credit + ((now - credited) * rate) / 1_000);
    credited = now;
  };

  const nextNewcomer = [() => newcomers.pop(), () => newcomers.shift(), () => silent.shift()] as const;
  const mayPass = (now: number): boolean => credit > 0 || !isActive(now);

  const putBack = (source: Source): void => {
    readable.delete(source);
    (source.received() === 0 ? silent : others).push(source);
    source.hold();
  };

  const admit = (): void => {
    const now = performance.now();
    earn(now);
    // A source that was read has had its turn, even if no request is complete.
    for (const [source, { until, before }] of isActive(now) ? [...readable] : []) {
      if (until <= now || source.received() > before) putBack(source);
    }
    while (readable.size < maxReadable || !isActive(now)) {
      const next =
        nextNewcomer[turn % 3]?.() ??
        newcomers.shift() ??
        silent.shift() ??
        (mayPass(now) ? others.shift() : undefined);
      turn += 1;
      if (next === undefined) break;
      readable.set(next, { until: now + readingTime, before: next.received() });
      next.release();
    }
    if (newcomers.length > 0) setImmediate(admit);
  };

  const rotate = (): void => {
    admit();
    if (newcomers.length + silent.length + others.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  const wait = (source: Source, queue: Source[]): void => {
    queue.push(source);
    source.hold();
    // Not at once: other clients have their turn first.
    if (newcomers.length + others.length === 1) setImmediate(admit);
    timer ??= setInterval(rotate, readingTime).unref();
  };

  return {
    countKnown: () => {
      lastKnown = performance.now();
    },
    enter: (source) => {
      if (isActive(performance.now())) wait(source, newcomers);
    },
    countUnknown: (source) => {
      const now = performance.now();
      earn(now);
      credit = Math.max(-burst, credit - 1);
      readable.delete(source);
      if (isActive(now) && !others.includes(source)) wait(source, others);
    },
    leave: (source) => {
      readable.delete(source);
      if ([newcomers, silent, others].some((queue) => remove(queue, source))) source.release();
      setImmediate(admit);
    },
  };
};
