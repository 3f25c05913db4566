import type { AddressInfo } from 'node:net';
import { createAccess } from './create-access.ts';
import { createApp } from './create-app.ts';

const { access, apiKey } = await createAccess();
const server = createApp(access, console.log).listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`curl -H 'Authorization: Bearer ${apiKey}' http://127.0.0.1:${port}/animals/v1/pets`);
});
process.once('SIGTERM', () => void server.close());
