import { ApiKeyLabel, issueApiKey } from '@animal-store/access';
import { nodeKeyMaterial, systemClock } from '@animal-store/access/node';
import { createMemoryApiKeyRepository, createMemoryPetRepository } from '@animal-store/adapter-memory';
import { createAnimalStore } from '@animal-store/domain';
import { createShop } from './create-shop.ts';

const access = { apiKeys: createMemoryApiKeyRepository(), clock: systemClock, keyMaterial: nodeKeyMaterial };
const label = 'example';
if (!ApiKeyLabel.is(label)) throw new TypeError('invalid');
const issued = await issueApiKey(access)({ label })();
if (issued._tag === 'Left') throw new Error('No API key could be issued');

const shop = createShop(createAnimalStore({ pets: createMemoryPetRepository() }), access);
const address = await shop.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 3000) });
console.log(`curl -H 'Authorization: Bearer ${issued.right.token}' ${address}/animals`);
process.once('SIGTERM', () => void shop.close());
