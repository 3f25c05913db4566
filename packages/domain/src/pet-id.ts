import * as t from 'io-ts';
import { Int64 } from './int64.ts';

interface PetIdBrand {
  readonly PetId: unique symbol;
}

/** Identifies an animal; assigned by the repository when the animal is added, in ascending order from 1. */
export type PetId = t.Branded<Int64, PetIdBrand>;

/** Decodes a `PetId` as `Int64` does. */
export const PetId: t.Type<PetId, bigint, unknown> = t.brand(Int64, (id): id is PetId => Int64.is(id), 'PetId');
