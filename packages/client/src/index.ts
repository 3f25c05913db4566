export type * from './animal-store-client.ts';
export { AnimalStoreError, type ErrorDetails } from './animal-store-error.ts';
export type * from './client-options.ts';
export { createAnimalStoreClient } from './create-animal-store-client.ts';
export type { DeprecationNotice, OperationName } from './deprecation-notice.ts';
export type { ClientErrorCode, ErrorCode, ServiceErrorCode } from './error-code.ts';
export type * from './page.ts';
export { type NewPet, type Pet, type PetStatus, petStatuses } from './pet.ts';
