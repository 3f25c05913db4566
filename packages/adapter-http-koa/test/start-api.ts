import { EventEmitter, once } from 'node:events';
import type Koa from 'koa';
import { expect, onTestFinished } from 'vitest';
import {
  createApp,
  createHttpServer,
  type HttpOptions,
  type HttpPorts,
  type RefusedMessage,
  type RequestReport,
  type ServerLimits,
  type ServerReports,
} from '../src/index.ts';
import { createGate, credential, fakePorts, knowsOneKey } from './fake-ports.ts';
import { openConnection, type TextResponse } from './open-connection.ts';
import { spell } from './spell-request.ts';

export interface ApiSetting {
  /** Puts the API into an application; by default it is one by itself. */
  readonly around?: (api: Koa) => Koa;
  readonly ports?: Partial<HttpPorts> | undefined;
  readonly options?: Partial<HttpOptions> | undefined;
  readonly limits?: Partial<ServerLimits> | undefined;
}

interface Parts {
  readonly body?: string;
  /** Headers besides those of a request with the key. `undefined` leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Starts the API with fake ports on a real socket. It stops after the test. */
export const startApi = async (setting: ApiSetting = {}) => {
  const { around = (api) => api, ports = {}, options, limits } = setting;
  const reported: RequestReport[] = [];
  const refused: RefusedMessage[] = [];
  const changes = new EventEmitter();
  const report = (request: RequestReport): void => {
    reported.push(request);
    changes.emit('report');
  };
  const app = around(createApp(fakePorts(report, ports), { base: '/v1', getPetAfterSunset: 'gone', ...options }));
  const reports: ServerReports = {
    onError: (error) => expect.fail(error.message),
    onRefusedMessage: (message) => {
      refused.push(message);
      changes.emit('report');
    },
  };
  const server = createHttpServer(app, reports, limits);
  const { port } = await server.listen(0, '127.0.0.1');
  onTestFinished(() => server.stop(0));
  /** Sends a request on a connection of its own and reads the response. */
  const request = async (bytes: string): Promise<TextResponse> => (await openConnection(port)).request(bytes);
  return {
    port,
    open: () => openConnection(port),
    request,
    /** Sends a request such as `GET /v1/pets`, with the key that the fakes accept, on a connection of its own. */
    send: (methodAndTarget: string, { body = '', headers = {} }: Parts = {}): Promise<TextResponse> => {
      const all = {
        authorization: `Bearer ${credential}`,
        ...(body !== '' && { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(body)}` }),
        ...headers,
      };
      const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
      return request(spell(methodAndTarget, lines, body));
    },
    reported,
    /** Every refused message so far that was not an HTTP request. */
    refused,
    activeRequests: server.activeRequests,
    /** Waits for that many reports. */
    reports: async (count: number): Promise<readonly RequestReport[]> => {
      while (reported.length < count) await once(changes, 'report');
      return reported;
    },
    /** Waits for the report of the request with this id, or for its message to be refused. */
    reportOf: async (requestId: string | undefined): Promise<RequestReport | RefusedMessage> => {
      for (;;) {
        const found = [...reported, ...refused].find((report) => report.requestId === requestId);
        if (found !== undefined) return found;
        await once(changes, 'report');
      }
    },
    stop: server.stop,
  };
};

export const startConnected = async (setting?: ApiSetting) => {
  const api = await startApi(setting);
  return { api, connection: await api.open() };
};

/** The same with key checks that wait until the gate is opened. Requests without a key do not wait. */
export const startHeld = async (setting: ApiSetting = {}) => {
  const gate = createGate();
  const authenticate: HttpPorts['authenticate'] = (sent) => gate.hold(knowsOneKey(sent));
  return { gate, ...(await startConnected({ ...setting, ports: { authenticate, ...setting.ports } })) };
};
