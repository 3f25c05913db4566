import type { io as IO } from 'fp-ts';
import type { Instant } from './instant.ts';

/** Returns the current time. It cannot fail, so it is an IO and not a TaskEither. */
export interface Clock {
  readonly now: IO.IO<Instant>;
}
