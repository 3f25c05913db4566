import { PetId, type PetStatus } from '@animal-store/domain';
import { option as O } from 'fp-ts';

const version = '1';

const plainText = (after: PetId, status: PetStatus | undefined): string => `${version}.${after}.${status ?? ''}`;

/** The opaque text that continues a list after an id: base64url (RFC 4648, section 5) of version, id and filter. */
export const encodeCursor = (after: PetId, status: PetStatus | undefined): string =>
  Buffer.from(plainText(after, status)).toString('base64url');

/** The id to continue after, if `encodeCursor` made the cursor for the same filter. */
export const decodeCursor = (cursor: string, status: PetStatus | undefined): O.Option<PetId> => {
  const digits = /^1\.(-?\d{1,19})\./.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (digits === undefined) return O.none;
  const after = BigInt(digits);
  return PetId.is(after) && encodeCursor(after, status) === cursor ? O.some(after) : O.none;
};
