import { ApiKeyLabel, issueApiKey } from '@animal-store/access';
import { nodeKeyMaterial, systemClock } from '@animal-store/access/node';
import { createMemoryApiKeyRepository, createMemoryPetRepository } from '@animal-store/adapter-memory';
import { createAnimalStore } from '@animal-store/domain';
import { createShop } from './create-shop.ts';

const store = createAnimalStore({ pets: createMemoryPetRepository() });
const access = { apiKeys: createMemoryApiKeyRepository(), clock: systemClock, keyMaterial: nodeKeyMaterial };

const label = 'shop';
const issued = ApiKeyLabel.is(label) ? await issueApiKey(access)({ label })() : undefined;
if (issued?._tag === 'Right') console.log(`API key: ${issued.right.token}`);

const shop = createShop(store, access);
console.log(await shop.listen({ port: Number(process.env['PORT'] ?? 3000) }));
process.once('SIGTERM', () => void shop.close());
