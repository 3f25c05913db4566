import { fromGuard } from '@animal-store/domain';
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

/** The instant a number of milliseconds later, at most the last instant of the range. */
export const later =
  (milliseconds: number) =>
  (instant: Instant): Instant => {
    const sum = instant + milliseconds;
    if (sum > 8.64e15) return 8.64e15 as Instant;
    return sum as Instant;
  };
