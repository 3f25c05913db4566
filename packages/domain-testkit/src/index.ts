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
export { durablePetRepositoryContract } from './durable-pet-repository-contract.ts';
export type {
  DurableFixture,
  DurablePetRepositoryFixture,
  FailingHandle,
  Failure,
  Failures,
  PetMaintenanceFixture,
  PetRepositoryFixture,
  StoreHandle,
  StoreProcess,
} from './fixtures.ts';
export { known } from './known.ts';
export type { Law } from './law.ts';
export { petMaintenanceContract } from './pet-maintenance-contract.ts';
export { petRepositoryContract } from './pet-repository-contract.ts';
export { type Channel, remoteRepository, serveRepository } from './remote-repository.ts';
