import type * as t from 'io-ts';
import type { InvalidPet } from './errors.ts';
import { toViolations } from './violation.ts';

/** Makes the failure `InvalidPet` of the errors of a codec. */
export const invalidPet = (errors: t.Errors): InvalidPet => ({ _tag: 'InvalidPet', violations: toViolations(errors) });
