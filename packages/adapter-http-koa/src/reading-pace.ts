/** Something that can be kept from reading on. */
export interface Paced {
  readonly hold: () => void;
  readonly release: () => void;
}

/** Keeps unauthenticated requests from taking the time of clients with a valid API key. */
export interface ReadingPace {
  /** A request with a valid key came. */
  readonly countKnown: () => void;
  /** A source came of which nothing is known. */
  readonly countNewcomer: (source: Paced) => void;
  /** Another request came; `previous` is when the one before it came from the same source, by `performance.now()`. */
  readonly countUnknown: (source: Paced, previous: number) => void;
  readonly forget: (source: Paced) => void;
}

/** How long, in milliseconds, a client with a valid key counts as active after its last request. */
const activeTime = 1_000;

/** A source that asks less often than this, in milliseconds, is never held: health checks for example. */
const unhurried = 500;

/** How often, in milliseconds, held sources are released, a few at a time. */
const releaseInterval = 10;

/**
 * Makes a pace of `rate` requests a second with bursts of a fifth of it. While clients with a valid key are active,
 * sources above the pace are held, and released in order. New sources are let in one by one, the newest first: each may
 * bring 64 KiB of work at once, and in between other clients have their turn. Without active clients nothing is held.
 */
export const createReadingPace = (rate: number): ReadingPace => {
  const portion = Math.max(1, Math.ceil((rate * releaseInterval) / 1_000));
  const burst = Math.max(1, rate / 5);
  const held = new Set<Paced>();
  const newcomers: Paced[] = [];
  let lastKnown = Number.NEGATIVE_INFINITY;
  let credit = burst;
  let credited = 0;
  let timer: NodeJS.Timeout | undefined;

  const earn = (now: number): void => {
    credit = Math.min(burst, credit + ((now - credited) * rate) / 1_000);
    credited = now;
  };

  const releaseSome = (): void => {
    const now = performance.now();
    earn(now);
    const most = isActive(now) ? portion : held.size;
    let released = 0;
    for (const source of held) {
      if (credit <= 0 || released >= most) break;
      held.delete(source);
      source.release();
      released += 1;
    }
    if (held.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };

  const isActive = (now: number): boolean => now - lastKnown <= activeTime;

  const letIn = (): void => {
    newcomers.pop()?.release();
    if (newcomers.length > 0) setImmediate(letIn);
  };

  return {
    countKnown: () => {
      lastKnown = performance.now();
    },
    countNewcomer: (source) => {
      if (!isActive(performance.now())) return;
      if (newcomers.length === 0) setImmediate(letIn);
      newcomers.push(source);
      source.hold();
    },
    countUnknown: (source, previous) => {
      const now = performance.now();
      earn(now);
      credit -= 1;
      if (credit > 0 || !isActive(now) || now - previous > unhurried) return;
      held.add(source);
      source.hold();
      timer ??= setInterval(releaseSome, releaseInterval).unref();
    },
    forget: (source) => {
      held.delete(source);
      const position = newcomers.indexOf(source);
      if (position !== -1) newcomers.splice(position, 1);
    },
  };
};
