import { filterFields, type PetFilter, PetId } from '@animal-store/domain';
import { option as O } from 'fp-ts';

const version = '1';

// Absent values at the end are left out, so a field that is added changes no cursor that clients have stored.
const filterText = (filter: PetFilter): string => {
  const last = filterFields.findLastIndex((field) => filter[field] !== undefined);
  return filterFields
    .slice(0, last + 1)
    .map((field) => encodeURIComponent(filter[field] ?? ''))
    .join('.');
};

/** The opaque text that continues a list after an id: base64url (RFC 4648, section 5) of version, id and filter. */
export const encodeCursor = (after: PetId, filter: PetFilter): string =>
  Buffer.from(`${version}.${after}.${filterText(filter)}`).toString('base64url');

/** The id to continue after, if `encodeCursor` made the cursor for the same filter. */
export const decodeCursor = (cursor: string, filter: PetFilter): O.Option<PetId> => {
  const digits = /^1\.(-?\d{1,19})\./.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (digits === undefined) return O.none;
  const after = BigInt(digits);
  return PetId.is(after) && encodeCursor(after, filter) === cursor ? O.some(after) : O.none;
};
