import { Agent } from 'node:http';
import type { Answer } from './answer.ts';
import type { CheckAnswer } from './check-answer.ts';
import { httpExchange } from './http-exchange.ts';
import { connect, type RawConnection } from './raw-connection.ts';
import type { RunningApi } from './running-api.ts';

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
  /** False: without the Authorization header. */
  readonly authorized?: boolean;
}

/** How the tests speak to the service; every answer is checked for what holds for every answer. */
export interface ContractApi {
  /** Sends an ordinary request, with the API key unless told otherwise. */
  readonly send: (method: string, target: string, options?: SendOptions) => Promise<Answer>;
  /** Opens a connection on which the test decides every byte. */
  readonly connect: () => Promise<RawConnection>;
  /** `Bearer` and the key that the service accepts. */
  readonly credentials: () => string;
  /** Drops every connection. */
  readonly close: () => void;
}

/** Speaks to a service that may not run yet: it is asked for with each request. */
export const createContractApi = (running: () => RunningApi, check: CheckAnswer): ContractApi => {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const connections = new Set<RawConnection>();
  const credentials = (): string => `Bearer ${running().apiKey}`;
  return {
    credentials,
    send: async (method, target, { headers = {}, body, authorized = true } = {}) => {
      const access: Record<string, string> = authorized ? { Authorization: credentials() } : {};
      const asked = { method, target, headers: { ...access, ...headers }, body };
      const answer = await httpExchange(running().origin, agent, asked);
      check({ method, target, base: running().base }, answer);
      return answer;
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
