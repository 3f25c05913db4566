import { fromGuard } from '@animal-store/domain';
import { number as N, ord as Ord } from 'fp-ts';
import type * as t from 'io-ts';

interface InstantBrand {
  readonly Instant: unique symbol;
}

/** A point in time: whole milliseconds since 1970-01-01T00:00:00Z, ±8.64e15 (an ECMAScript time value). */
export type Instant = t.Branded<number, InstantBrand>;

const isInstant = (value: unknown): value is Instant =>
  Number.isInteger(value) && (value as number) >= -8.64e15 && (value as number) <= 8.64e15;

/** Decodes whole milliseconds since 1970-01-01T00:00:00Z as an `Instant`. */
export const Instant: t.Type<Instant, number, unknown> = fromGuard(
  'Instant',
  isInstant,
  'must be whole milliseconds since 1970-01-01T00:00:00Z',
);

/** The earlier of two instants. */
export const earlierOf: (a: Instant, b: Instant) => Instant = Ord.min<Instant>(N.Ord);

/** The later of two instants. */
export const laterOf: (a: Instant, b: Instant) => Instant = Ord.max<Instant>(N.Ord);

/** The instant a whole number of milliseconds later, 0 or more, at most the last instant of the range. */
export const later =
  (milliseconds: number) =>
  (instant: Instant): Instant =>
    earlierOf((instant + milliseconds) as Instant, 8.64e15 as Instant);
