export { createMemoryApiKeyRepository } from './api-keys.ts';
export { openMemory } from './open.ts';
export { createMemoryPetRepository, type MemoryPetRepository, type MemoryPetRepositoryOptions } from './pets.ts';
