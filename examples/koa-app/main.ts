import { createAccess } from './create-access.ts';
import { createApp } from './create-app.ts';

const { access, apiKey } = await createAccess();
const port = Number(process.env['PORT'] ?? 3000);
const server = createApp(access, console.log).listen(port, '127.0.0.1', () => {
  console.log(`curl -H 'Authorization: Bearer ${apiKey}' http://127.0.0.1:${port}/animals/v1/pets`);
});
process.once('SIGTERM', () => void server.close());
