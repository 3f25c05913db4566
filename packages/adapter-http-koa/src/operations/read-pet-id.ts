import { PetId } from '@animal-store/domain';
import { option as O } from 'fp-ts';

/**
 * Reads the id at the end of a path. It is valid only in its canonical decimal form: `007`, `+7` and `%37` name no animal.
 * The router's own parameter is percent-decoded, so this reads the raw segment.
 */
export const readPetId = (path: string): O.Option<PetId> => {
  const segment = path.slice(path.lastIndexOf('/') + 1);
  if (!/^-?(?:0|[1-9][0-9]{0,18})$/.test(segment)) return O.none;
  const id: unknown = BigInt(segment);
  return PetId.is(id) ? O.some(id) : O.none;
};
