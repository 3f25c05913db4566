import { once } from 'node:events';
import { connect } from 'node:net';

/** What is sent in a flood, and how much of it. */
export interface Flood {
  /** One request without a body, as its bytes. */
  readonly request: string;
  readonly connections: number;
  /** How many requests are sent on each connection, one after another. */
  readonly each: number;
}

/** Sends a flood as fast as the answers come, and gives them as they are: head and body. */
export const flood = async (origin: string, { request, connections, each }: Flood): Promise<readonly string[]> => {
  const { hostname, port } = new URL(origin);
  const onOne = async (): Promise<readonly string[]> => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.setEncoding('latin1');
    await once(socket, 'connect');
    const responses: string[] = [];
    try {
      while (responses.length < each) {
        socket.write(request);
        let response = '';
        // Every answer of the service has a body, of an object or an array, and comes in one piece or in few.
        while (!/\r\n\r\n.*[\]}]$/s.test(response)) response += String((await once(socket, 'data'))[0]);
        responses.push(response);
      }
    } finally {
      socket.destroy();
    }
    return responses;
  };
  return (await Promise.all(Array.from({ length: connections }, onOne))).flat();
};
