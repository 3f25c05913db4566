export { createMemoryApiKeyRepository } from './create-memory-api-key-repository.ts';
export { createMemoryPetRepository } from './create-memory-pet-repository.ts';
