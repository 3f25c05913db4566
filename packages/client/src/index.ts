export { AnimalStoreError, type ErrorDetails } from './animal-store-error.ts';
export type { AddPetOptions, CallLimits, CallOptions, ClientOptions, Fetch } from './client-options.ts';
export { type AnimalStoreClient, createAnimalStoreClient } from './create-animal-store-client.ts';
export type { DeprecationNotice, OperationName } from './deprecation-notice.ts';
export type { ClientErrorCode, ErrorCode, ServiceErrorCode } from './error-code.ts';
export type { ListPetsQuery, NextPage, PetPage } from './page.ts';
export { type NewPet, type Pet, type PetStatus, petStatuses } from './pet.ts';
