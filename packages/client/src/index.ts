export type { AnimalStoreClient, OperationName } from './animal-store-client.ts';
export { AnimalStoreError, type ErrorDetails } from './animal-store-error.ts';
export type { AddPetOptions, CallLimits, CallOptions } from './call-options.ts';
export type { ClientOptions, Fetch } from './client-options.ts';
export { createAnimalStoreClient } from './create-animal-store-client.ts';
export type { DeprecationNotice } from './deprecation-notice.ts';
export type { ClientErrorCode, ErrorCode, ServiceErrorCode } from './error-code.ts';
export type { ListPetsQuery, NextPage, PetPage } from './page.ts';
export { type NewPet, type Pet, type PetStatus, petStatuses } from './pet.ts';
