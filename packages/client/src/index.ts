export type * from './animal-store-client.ts';
export {
  AnimalStoreError,
  type ClientErrorCode,
  type ErrorCode,
  type ErrorDetails,
  type ServiceErrorCode,
} from './animal-store-error.ts';
export { createAnimalStoreClient } from './create-animal-store-client.ts';
export { type NewPet, type Pet, type PetStatus, petStatuses } from './pet.ts';
