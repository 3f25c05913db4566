export * from './api-key-repository-contract.ts';
export * from './arbitraries.ts';
export type { Law } from './law.ts';
export * from './pet-repository-contract.ts';
export type { PetRepositoryFixture } from './pet-repository-fixture.ts';
