/** The greatest id that every JavaScript client reads exactly, 2^53 − 1. */
export const maxPetId: bigint = BigInt(Number.MAX_SAFE_INTEGER);

/** The `code` of the error that `noIdLeft` makes. */
export const noIdLeftCode = 'NO_ID_LEFT';

/** Creates the error for a new animal that cannot get an id, because all ids up to `maxPetId` are in use. */
export const noIdLeft = (): Error =>
  Object.assign(new Error(`There is no id left for a new animal: those up to ${maxPetId} are in use`), {
    code: noIdLeftCode,
  });
