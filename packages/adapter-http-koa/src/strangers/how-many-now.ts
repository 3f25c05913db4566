/**
 * How many unknown sources are read at once. Each may bring 64 KiB of requests, whose parsing takes up to 8 ms, before
 * other clients have their turn.
 */
const maxReadable = 4;

/**
 * A turn of the event loop is expensive if it takes longer than this, in milliseconds, and if an unknown source brought
 * more than this in it, in bytes: twice the largest headers.
 */
const expensive = { time: 4, bytes: 32 * 1024 };

/** A turn of the event loop: its duration in milliseconds, and the most bytes that a source brought in it. */
export interface Turn {
  readonly duration: number;
  readonly bytes: number;
}

/** Whether other clients waited long because of the sources that were read in a turn. */
export const isExpensive = ({ duration, bytes }: Turn): boolean => duration > expensive.time && bytes > expensive.bytes;

/** How many sources are read at once after a turn in which `atOnce` were read: one after an expensive turn. */
export const howManyNow = (atOnce: number, turn: Turn): number =>
  isExpensive(turn) ? 1 : Math.min(maxReadable, 2 * atOnce);

/** How many requests may pass, and since when, in milliseconds. */
export interface Credit {
  readonly left: number;
  readonly at: number;
}

/** The credit at a later time, with `rate` requests a second and bursts of a twentieth of it. */
export const earn = ({ left, at }: Credit, rate: number, now: number): Credit => ({
  left: Math.min(burstOf(rate), left + ((now - at) * rate) / 1_000),
  at: now,
});

/** The credit after a request. As much as a burst is owed at most. */
export const spend = ({ left, at }: Credit, rate: number): Credit => ({
  left: Math.max(-burstOf(rate), left - 1),
  at,
});

/** How many requests may pass at once. */
export const burstOf = (rate: number): number => Math.max(1, rate / 20);
