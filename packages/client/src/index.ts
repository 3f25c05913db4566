export type { AnimalStoreClient, OperationName } from './animal-store-client.ts';
export { AnimalStoreError, type ErrorDetails } from './animal-store-error.ts';
export type * from './call-options.ts';
export type { ClientOptions, Fetch } from './client-options.ts';
export { createAnimalStoreClient } from './create-animal-store-client.ts';
export type { DeprecationNotice } from './deprecation-notice.ts';
export type { ClientErrorCode, ErrorCode, ServiceErrorCode } from './error-code.ts';
export type * from './page.ts';
export * from './pet.ts';
