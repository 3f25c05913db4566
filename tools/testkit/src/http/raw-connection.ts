import { EventEmitter, once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { untilFound } from '../until-found.ts';
import type { CheckResponse, SentRequest } from './check-response.ts';
import type { HttpResponse } from './http-response.ts';
import { parseResponse } from './parse-response.ts';

/** The longest wait, in milliseconds, for anything that the service should do at once. */
export const patience = 8_000;

const toBytes = (bytes: string | Uint8Array): Uint8Array =>
  typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;

/**
 * Opens a TCP connection to the origin (`http://host:port`), on which a test decides every byte, and checks every response on
 * it. Rejects if the port is closed.
 */
export const connect = async (origin: string, check: CheckResponse = () => undefined) => {
  const { hostname, port } = new URL(origin);
  const socket = connectSocket({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
  await once(socket, 'connect');

  const changes = new EventEmitter();
  let received = Buffer.alloc(0);
  let ended = false;
  // A reset ends the connection as well. The bytes before it have been read.
  for (const event of ['error', 'end', 'close']) {
    socket.on(event, () => {
      ended = true;
      changes.emit('change');
    });
  }
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    changes.emit('change');
  });

  const until = <A>(look: () => A | undefined, what: string): Promise<A> =>
    untilFound({
      changes,
      look,
      whyOver: () => (ended ? 'the connection has ended' : undefined),
      withinMS: patience,
      describe: (reason) => `${what}: ${reason}; unread: ${JSON.stringify(received.toString('latin1').slice(0, 500))}`,
    });

  /** Reads the next response. Rejects if none arrives in time. */
  const readResponse = async ({
    method = 'GET',
    target = '(raw)',
  }: Partial<SentRequest> = {}): Promise<HttpResponse> => {
    const parsed = await until(
      () => parseResponse(received, method),
      `The response to ${method} ${target.slice(0, 200)}`,
    );
    received = Buffer.from(parsed.rest);
    check({ method, target }, parsed.response);
    return parsed.response;
  };
  /** Waits until the service has ended the connection. Returns the bytes after the last response that was read. */
  const closed = (): Promise<string> =>
    until(() => (ended ? received.toString('latin1') : undefined), 'The end of the connection');

  return {
    /**
     * Sends the bytes unchanged; text is Latin-1, one byte per character. Resolves when they are sent, or when the
     * connection is lost.
     */
    send: (bytes: string | Uint8Array): Promise<unknown> =>
      new Promise((resolve) => socket.write(toBytes(bytes), resolve)),
    readResponse,
    closed,
    /** Reads every response until the service ends the connection. Rejects if bytes are left over. */
    readResponsesUntilClosed: async (): Promise<readonly HttpResponse[]> => {
      await closed();
      const responses: HttpResponse[] = [];
      while (received.length > 0) responses.push(await readResponse());
      return responses;
    },
    /** Ends the test's half of the connection. */
    end: () => void socket.end(),
    /** Drops the connection at once. */
    destroy: () => void socket.destroy(),
    /** Drops the connection with a TCP reset. */
    reset: () => void socket.resetAndDestroy(),
  };
};

export type RawConnection = Awaited<ReturnType<typeof connect>>;
