import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  createHttpApi,
  createHttpServer,
  type HttpApiOptions,
  type HttpApiPorts,
  type HttpApiUsage,
  type HttpServer,
  type RefusedMessage,
  type RequestLimits,
  type RequestReport,
  type ServerLimits,
} from '../src/index.ts';
import { createGate, fakePorts, type Gate, knowsOneKey } from './fake-ports.ts';
import { openConnection, type RawConnection } from './raw-connection.ts';

export interface RunningApi {
  readonly port: number;
  readonly open: () => Promise<RawConnection>;
  /** Sends a request on a connection of its own and reads the response. */
  readonly request: RawConnection['request'];
  readonly reported: readonly RequestReport[];
  /** Every refused message so far that was not an HTTP request. */
  readonly refused: readonly RefusedMessage[];
  readonly activeRequests: () => number;
  readonly reports: (count: number) => Promise<readonly RequestReport[]>;
  /** What the requests in flight hold, of an API that tells it. */
  readonly usage: () => HttpApiUsage | undefined;
  /** Resolves when the work on every request so far is done. */
  readonly worked: () => Promise<unknown>;
  readonly stop: (grace: number) => Promise<void>;
}

export interface ApiSetting {
  /** Makes the listener of the server from the ports and options, by default `createHttpApi`. */
  readonly create?: (
    ...parameters: Parameters<typeof createHttpApi>
  ) => RequestListener & Partial<Pick<RunningApi, 'usage'>>;
  /** Uses a server of `node:http` with its defaults, instead of one of `createHttpServer`. */
  readonly isPlain?: boolean;
  readonly ports?: Partial<HttpApiPorts>;
  readonly options?: Partial<HttpApiOptions>;
  readonly limits?: Partial<ServerLimits & RequestLimits> | undefined;
}

const presets = { base: '/v1', getPetAfterSunset: 'gone' } as const;

const failOnError = (error: Error): void => {
  throw error;
};

const startPlain = (listener: RequestListener): Pick<HttpServer, 'listen' | 'stop' | 'activeRequests'> => {
  const server = createServer(listener);
  return {
    listen: async (port, host) => {
      await once(server.listen(port, host), 'listening');
      return server.address() as AddressInfo;
    },
    stop: async (grace) => {
      if (!server.listening) return;
      server.close();
      if (grace === 0) server.closeAllConnections();
      await once(server, 'close');
    },
    activeRequests: () => 0,
  };
};

/** Starts the API with fake ports on a real socket. It stops after the test. */
export const startApi = async ({
  create = createHttpApi,
  isPlain = false,
  ports = {},
  options,
  limits,
}: ApiSetting = {}): Promise<RunningApi> => {
  const reported: RequestReport[] = [];
  const refused: RefusedMessage[] = [];
  const changes = new EventEmitter();
  const report = (request: RequestReport): void => {
    reported.push(request);
    changes.emit('report');
  };
  const api = create(fakePorts(report, ports), { ...presets, ...limits, ...options });
  const work: unknown[] = [];
  // Koa's listener returns a promise, though its type does not say so.
  const listener: typeof api = (req, res) => void work.push(api(req, res) as unknown);
  const reports = { onError: failOnError, onRefusedMessage: (message: RefusedMessage) => void refused.push(message) };
  const server = isPlain ? startPlain(listener) : createHttpServer(listener, reports, limits);
  const { port } = await server.listen(0, '127.0.0.1');
  onTestFinished(() => server.stop(0));
  return {
    port,
    open: () => openConnection(port),
    request: async (bytes) => (await openConnection(port)).request(bytes),
    reported,
    refused,
    activeRequests: server.activeRequests,
    usage: () => api.usage?.(),
    reports: async (count) => {
      while (reported.length < count) await once(changes, 'report');
      return reported;
    },
    worked: () => Promise.all(work),
    stop: server.stop,
  };
};

export const startConnected = async (
  setting?: ApiSetting,
): Promise<{ readonly api: RunningApi; readonly connection: RawConnection }> => {
  const api = await startApi(setting);
  return { api, connection: await api.open() };
};

/** The same with key checks that wait until the gate is opened. Requests without a key do not wait. */
export const startHeld = async (
  limits?: ApiSetting['limits'],
): Promise<Awaited<ReturnType<typeof startConnected>> & { readonly gate: Gate }> => {
  const gate = createGate();
  const authenticate: HttpApiPorts['authenticate'] = (sent) => gate.hold(knowsOneKey(sent));
  return { gate, ...(await startConnected({ ports: { authenticate }, limits })) };
};
