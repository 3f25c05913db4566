import type { AddressInfo } from 'node:net';
import { ApiKeyLabel, issueApiKey } from '@animal-store/access';
import { nodeKeyMaterial, systemClock } from '@animal-store/access/node';
import { createMemoryApiKeyRepository } from '@animal-store/adapter-memory';
import { createApp } from './create-app.ts';

const access = { apiKeys: createMemoryApiKeyRepository(), clock: systemClock, keyMaterial: nodeKeyMaterial };
const label = 'example';
if (!ApiKeyLabel.is(label)) throw new TypeError('invalid');
const issued = await issueApiKey(access)({ label })();
if (issued._tag === 'Left') throw new Error('No API key could be issued');
const { token } = issued.right;

const server = createApp(access, console.log).listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`curl -H 'Authorization: Bearer ${token}' http://127.0.0.1:${port}/animals/v1/pets`);
});
process.once('SIGTERM', () => void server.close());
