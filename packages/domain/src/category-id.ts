import * as t from 'io-ts';
import { Int64 } from './int64.ts';

interface CategoryIdBrand {
  readonly CategoryId: unique symbol;
}

/** Identifies the category an animal belongs to. Categories themselves are not part of the store. */
export type CategoryId = t.Branded<Int64, CategoryIdBrand>;

/** Decodes a `CategoryId` as `Int64` does. */
export const CategoryId: t.Type<CategoryId, bigint, unknown> = t.brand(
  Int64,
  (id): id is CategoryId => Int64.is(id),
  'CategoryId',
);
