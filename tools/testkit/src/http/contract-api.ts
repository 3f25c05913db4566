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

/**
 * Makes a client that checks every response. The service may start later, so every request looks it up.
 */
export const createContractApi = (running: () => Omit<RunningApi, 'stop'>, check: CheckResponse) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const connections = new Set<RawConnection>();
  /** `Bearer` with the key that the service accepts. */
  const credentials = (): string => `Bearer ${running().apiKey}`;
  return {
    credentials,
    /** Sends an ordinary request, with the API key by default. */
    send: async (
      method: string,
      target: string,
      { headers = {}, body, authorized = true }: SendOptions = {},
    ): Promise<HttpResponse> => {
      const access: Record<string, string> = authorized ? { Authorization: credentials() } : {};
      const request = { method, target, headers: { ...access, ...headers }, body };
      const response = await sendRequest(running().origin, agent, request);
      check({ method, target, base: running().base }, response);
      return response;
    },
    /** Opens a connection on which the test decides every byte. */
    connect: async (): Promise<RawConnection> => {
      const connection = await connect(running().origin, check);
      connections.add(connection);
      return connection;
    },
    /** Drops every connection. */
    close: (): void => {
      for (const connection of connections) connection.destroy();
      connections.clear();
      agent.destroy();
    },
  };
};

export type ContractApi = ReturnType<typeof createContractApi>;
