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
export {
  apiKeyRepositoryContract,
  durableApiKeyRepositoryContract,
  durablePetRepositoryContract,
  petRepositoryContract,
} from './contracts.ts';
export type {
  DurableFixture,
  FailingHandle,
  Failure,
  Failures,
  StoreHandle,
  StoreProcess,
} from './core/durable-fixture.ts';
export { lawOfFailures, lawOfTwo } from './core/durable-laws.ts';
export { type Law, law, lawOnEmpty, lawsOn } from './core/law.ts';
export { type Command, lawOfReopening, lawsOfModel, lawsOfSharing, type Plain } from './core/model.ts';
export { failWith, succeed, succeedWith } from './core/outcome.ts';
export { type Channel, remoteRepository, serveRepository } from './core/remote-repository.ts';
export { type NetworkFault, startTcpProxy, type TcpProxy } from './core/tcp-proxy.ts';
export { watched, watchedStore } from './core/watched.ts';
export { crashContract } from './crash-contract.ts';
export type {
  CrashFixture,
  DurablePetRepositoryFixture,
  PetMaintenanceFixture,
  PetRepositoryFixture,
} from './fixtures.ts';
export { known } from './known.ts';
export { petMaintenanceContract } from './pet-maintenance-contract.ts';
