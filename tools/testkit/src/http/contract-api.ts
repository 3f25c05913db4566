import { Agent } from 'node:http';
import type { CheckResponse } from './check-response.ts';
import type { HttpResponse } from './http-response.ts';
import { connect, type RawConnection } from './raw-connection.ts';
import type { RunningApi } from './running-api.ts';
import { sendRequest } from './send-request.ts';

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
  /** Whether to send the Authorization header; true by default. */
  readonly authorized?: boolean;
}

/** Sends requests to the service and checks the common rules for every response. */
export interface ContractApi {
  /** Sends an ordinary request, with the API key by default. */
  readonly send: (method: string, target: string, options?: SendOptions) => Promise<HttpResponse>;
  /** Opens a connection on which the test decides every byte. */
  readonly connect: () => Promise<RawConnection>;
  /** `Bearer` with the key that the service accepts. */
  readonly credentials: () => string;
  /** Drops every connection. */
  readonly close: () => void;
}

/** Makes a client of a service that may start later, so every request looks it up. */
export const createContractApi = (running: () => Omit<RunningApi, 'stop'>, check: CheckResponse): ContractApi => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
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
