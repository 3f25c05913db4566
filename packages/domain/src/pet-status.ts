import { either as E } from 'fp-ts';
import * as t from 'io-ts';

/** The availability statuses, in the order of the interface (docs/interface.md, section 2). */
export const petStatuses = ['available', 'pending', 'sold'] as const;

/**
 * The availability of an animal. It is set when the animal is added and never changes (docs/interface.md, section 3).
 */
export type PetStatus = (typeof petStatuses)[number];

const isPetStatus = (value: unknown): value is PetStatus => petStatuses.some((status) => status === value);

/** Decodes one of `petStatuses`. */
export const PetStatus: t.Type<PetStatus, PetStatus, unknown> = new t.Type(
  'PetStatus',
  isPetStatus,
  (input, context) =>
    isPetStatus(input) ? E.right(input) : t.failure(input, context, `must be one of ${petStatuses.join(', ')}`),
  (status) => status,
);
