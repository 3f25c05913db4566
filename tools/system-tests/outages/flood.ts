import { once } from 'node:events';
import { connect } from 'node:net';

/** The requests of a flood. */
export interface Flood {
  /** One request without a body, as its bytes. */
  readonly request: string;
  readonly connections: number;
  /** The number of requests on each connection, sent one after another. */
  readonly each: number;
}

/** Sends a flood, each request as soon as the response before it arrives. Returns the whole responses. */
export const flood = async (origin: string, { request, connections, each }: Flood): Promise<readonly string[]> => {
  const { hostname, port } = new URL(origin);
  const sendAll = async (): Promise<readonly string[]> => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.setEncoding('latin1');
    await once(socket, 'connect');
    const responses: string[] = [];
    try {
      while (responses.length < each) {
        socket.write(request);
        let response = '';
        // Every response of the service has a body, an object or an array, and arrives in one piece or a few.
        while (!/\r\n\r\n.*[\]}]$/s.test(response)) response += String((await once(socket, 'data'))[0]);
        responses.push(response);
      }
    } finally {
      socket.destroy();
    }
    return responses;
  };
  return (await Promise.all(Array.from({ length: connections }, sendAll))).flat();
};
