import type * as t from 'io-ts';
import { fromGuard } from './from-guard.ts';

/** The availability statuses, in the order of the interface specification, section 2. */
export const petStatuses = ['available', 'pending', 'sold'] as const;

/** Whether an animal is available (interface specification, section 3). */
export type PetStatus = (typeof petStatuses)[number];

const isPetStatus = (value: unknown): value is PetStatus => petStatuses.some((status) => status === value);

/** Decodes one of `petStatuses`. */
export const PetStatus: t.Type<PetStatus, PetStatus, unknown> = fromGuard(
  'PetStatus',
  isPetStatus,
  `must be one of ${petStatuses.join(', ')}`,
);
