export { createMemoryApiKeyRepository } from './create-memory-api-key-repository.ts';
export {
  createMemoryPetRepository,
  type MemoryPetRepository,
  type MemoryPetRepositoryOptions,
} from './create-memory-pet-repository.ts';
