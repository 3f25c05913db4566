import type { Attack } from './attack.ts';
import { countResponses, withSockets } from './open-sockets.ts';

const pipelining =
  (connections: number, batch: string, size: number): Attack =>
  (target) =>
    withSockets(target, async ({ open, untilOver }) => {
      await Promise.all(
        Array.from({ length: connections }, async () => {
          const socket = await open();
          let missing = size;
          socket.on('data', (chunk) => {
            missing -= countResponses(chunk);
            if (missing > 0) return;
            missing = size;
            socket.write(batch);
          });
          socket.write(batch);
        }),
      );
      await untilOver();
    });

/** Pipelines 52,000 requests without a key, reads the responses, and sends the next batch when all have arrived. */
export const pipelineRead: Attack = pipelining(20, 'GET / HTTP/1.1\r\nHost:\r\n\r\n'.repeat(2_600), 2_600);
