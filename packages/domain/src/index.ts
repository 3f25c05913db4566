export type { AnimalStore } from './animal-store.ts';
export { CategoryId } from './category-id.ts';
export { createAnimalStore } from './create-animal-store.ts';
export {
  type IdempotencyKeyReused,
  type InvalidPet,
  idempotencyKeyReused,
  type PetIdOutOfRange,
  type PetIdTaken,
  type PetNotFound,
  petIdOutOfRange,
  petIdTaken,
  petNotFound,
  type RepositoryFull,
  type RepositoryUnavailable,
  repositoryFull,
  repositoryUnavailable,
} from './errors.ts';
export { fromGuard } from './from-guard.ts';
export { type Idempotency, IdempotencyKey, IdempotencyScope } from './idempotency.ts';
export { Int64, maxInt64, minInt64 } from './int64.ts';
export { maxJsonNesting, parseExactJson } from './json/exact-json.ts';
export { parseNewPetJson, parsePetJson, petJson } from './json/pet-json.ts';
export { defaultPageLimit, type ListPetsQuery, maxPageLimit, minPageLimit, PageLimit, type PetPage } from './page.ts';
export { copyNewPet, copyPet, decodeNewPet, hasStatus, NewPet, newPetEq, Pet, petOf, withId } from './pet.ts';
export { PetId } from './pet-id.ts';
export {
  isKeptPetId,
  type Kept,
  maxKeptPetId,
  type PetMaintenance,
} from './pet-maintenance.ts';
export { PetName } from './pet-name.ts';
export type { PetRange, PetRepository } from './pet-repository.ts';
export { PetStatus, petStatuses } from './pet-status.ts';
export { type Fields, struct } from './struct.ts';
export { reasonsOf, toViolations, type Violation } from './violation.ts';
