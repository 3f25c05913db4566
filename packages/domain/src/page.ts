import type * as t from 'io-ts';
import { fromGuard } from './from-guard.ts';
import type { Pet } from './pet.ts';
import type { PetId } from './pet-id.ts';
import type { PetStatus } from './pet-status.ts';

interface PageLimitBrand {
  readonly PageLimit: unique symbol;
}

/** The maximum number of animals of a page: an integer, 1 … 100 (docs/interface.md, section 8). */
export type PageLimit = t.Branded<number, PageLimitBrand>;

/** The smallest limit of a page: 1 (docs/interface.md, section 8). */
export const minPageLimit = 1;
/** The largest limit of a page: 100 (docs/interface.md, section 8). */
export const maxPageLimit = 100;

const isPageLimit = (value: unknown): value is PageLimit =>
  Number.isInteger(value) && (value as number) >= minPageLimit && (value as number) <= maxPageLimit;

/** Decodes an integer from 1 to 100 as a `PageLimit`. */
export const PageLimit: t.Type<PageLimit, number, unknown> = fromGuard(
  'PageLimit',
  isPageLimit,
  `must be an integer between ${minPageLimit} and ${maxPageLimit}`,
);

/** The limit of a page unless the client gives one: 20. */
export const defaultPageLimit: PageLimit = 20 as PageLimit;

/** Selects a page of animals: those after an id, ascending, of one status or of all. */
export interface ListPetsQuery {
  readonly limit: PageLimit;
  readonly status?: PetStatus;
  readonly after?: PetId;
}

/** A page of animals; `next`, the id to continue after, is absent on the last page. */
export interface PetPage {
  readonly pets: readonly Pet[];
  readonly next?: PetId;
}
