import { Agent } from 'node:http';
import type { CheckResponse } from './check-response.ts';
import type { HttpResponse } from './http-response.ts';
import { connect, type RawConnection } from './raw-connection.ts';
import type { RunningApi } from './running-api.ts';
import { sendRequest } from './send-request.ts';

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
  /** False: without the Authorization header. */
  readonly authorized?: boolean;
}

/** How the tests speak to the service; every answer is checked for what holds for every answer. */
export interface ContractApi {
  /** Sends an ordinary request, with the API key unless told otherwise. */
  readonly send: (method: string, target: string, options?: SendOptions) => Promise<HttpResponse>;
  /** Opens a connection on which the test decides every byte. */
  readonly connect: () => Promise<RawConnection>;
  /** `Bearer` and the key that the service accepts. */
  readonly credentials: () => string;
  /** Drops every connection. */
  readonly close: () => void;
}

/** Speaks to a service that may not run yet: it is request for with each request. */
export const createContractApi = (running: () => RunningApi, check: CheckResponse): ContractApi => {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const connections = new Set<RawConnection>();
  const credentials = (): string => `Bearer ${running().apiKey}`;
  return {
    credentials,
    send: async (method, target, { headers = {}, body, authorized = true } = {}) => {
      const access: Record<string, string> = authorized ? { Authorization: credentials() } : {};
      const request = { method, target, headers: { ...access, ...headers }, body };
      const response = await sendRequest(running().origin, agent, request);
      check({ method, target, base: running().base }, response);
      return response;
    },
    connect: async () => {
      const connection = await connect(running().origin, check);
      connections.add(connection);
      return connection;
    },
    close: () => {
      for (const connection of connections) connection.destroy();
      connections.clear();
      agent.destroy();
    },
  };
};
