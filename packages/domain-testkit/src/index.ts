export { apiKeyRepositoryContract } from './api-key-repository-contract.ts';
export {
  apiKeyDigests,
  apiKeyIds,
  apiKeys,
  categoryIds,
  idempotencies,
  idempotencyKeys,
  instants,
  int64s,
  newPets,
  petIds,
  petNames,
  petStatuses,
} from './arbitraries.ts';
export { durableApiKeyRepositoryContract } from './durable-api-key-repository-contract.ts';
export type {
  DurableFixture,
  FailingHandle,
  Failure,
  Failures,
  StoreHandle,
  StoreProcess,
} from './durable-fixture.ts';
export { durablePetRepositoryContract } from './durable-pet-repository-contract.ts';
export type { DurablePetRepositoryFixture } from './durable-pet-repository-fixture.ts';
export { known } from './known.ts';
export type { Law } from './law.ts';
export { petMaintenanceContract } from './pet-maintenance-contract.ts';
export type { PetMaintenanceFixture } from './pet-maintenance-fixture.ts';
export { petRepositoryContract } from './pet-repository-contract.ts';
export type { PetRepositoryFixture } from './pet-repository-fixture.ts';
export { type Channel, remoteRepository, serveRepository } from './remote-repository.ts';
