import type * as t from 'io-ts';
import { fromGuard } from './from-guard.ts';
import type { PetId } from './int64.ts';
import type { Pet, PetDetails } from './pet.ts';

interface PageLimitBrand {
  readonly PageLimit: unique symbol;
}

/** The maximum number of animals of a page: an integer, 1 … 100 (interface specification, section 8). */
export type PageLimit = t.Branded<number, PageLimitBrand>;

/** The smallest limit of a page: 1 (interface specification, section 8). */
export const minPageLimit = 1;
/** The largest limit of a page: 100 (interface specification, section 8). */
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

/** The fields of an animal that a list can be filtered by, in the order of their query parameters. */
export const filterFields = ['status'] as const;

/** Selects the animals that have each of these values. An absent field selects all. */
export type PetFilter = Partial<Pick<PetDetails, (typeof filterFields)[number]>>;

type FilterEntry = readonly [field: keyof PetFilter, value: NonNullable<PetFilter[keyof PetFilter]>];

/** The fields that a filter has, and their values. */
export const filterEntries = (
  filter: { readonly [Field in keyof PetFilter]?: PetFilter[Field] | undefined },
): readonly FilterEntry[] =>
  filterFields.flatMap((field) => (filter[field] === undefined ? [] : [[field, filter[field]]]));

/** Whether an animal passes a filter. One without a field passes no filter by that field. */
export const passesFilter =
  (filter: PetFilter) =>
  (candidate: Pet): boolean =>
    filterEntries(filter).every(([field, value]) => candidate[field] === value);

/** Selects a page of animals: those after an id that pass the filter. */
export interface ListPetsQuery extends PetFilter {
  readonly limit: PageLimit;
  readonly after?: PetId;
}

/** A page of animals; `next`, the id to continue after, is absent on the last page. */
export interface PetPage {
  readonly pets: readonly Pet[];
  readonly next?: PetId;
}
