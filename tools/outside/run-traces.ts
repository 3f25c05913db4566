import { deepStrictEqual } from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { logLines, startService } from '@animal-store/testkit/service/start-service';
import type { Cleanup } from '../bench/cleanup.ts';
import { pythonFolder, pythonSources } from './python-environment.ts';
import { runProgram } from './run-program.ts';
import { issueKey } from './start-service.ts';

/** A span as `decode_traces.py` prints it. */
interface DecodedSpan {
  readonly resource: Readonly<Record<string, unknown>>;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: string;
  readonly name: string;
  readonly kind: string;
  readonly status: string;
  /** In nanoseconds. */
  readonly took: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Starts a collector that writes what it gets at each path to a folder. */
const startCollector = async (folder: string, cleanup: Cleanup): Promise<string> => {
  let exports = 0;
  const server = createServer(async (req, res) => {
    exports += 1;
    const isExpected = req.url === '/v1/traces' && req.headers['x-token'] === 'of-a-collector';
    await writeFile(join(folder, `${exports}.${isExpected ? 'otlp' : 'unexpected'}`), await buffer(req));
    res.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.add(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const decode = async (
  program: (name: string) => string,
  folder: string,
  signal: AbortSignal,
): Promise<readonly DecodedSpan[]> => {
  const files = (await readdir(folder)).filter((name) => /\.(?:otlp|unexpected)$/.test(name));
  deepStrictEqual(
    files.filter((name) => name.endsWith('.unexpected')),
    [],
  );
  let printed = '';
  const code = await runProgram({
    path: program('python'),
    args: [`${pythonSources}/decode_traces.py`, ...files.map((name) => join(folder, name))],
    cwd: pythonFolder,
    env: { PYTHONDONTWRITEBYTECODE: '1' },
    signal,
    onOutput: (text) => {
      printed += text;
    },
  });
  if (code !== 0) throw new Error(printed);
  return JSON.parse(printed);
};

const clientTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
const clientSpan = '00f067aa0ba902b7';

/** The attributes and the children that the spans of a request should have. */
interface Expected {
  readonly route?: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly operations: readonly (readonly [operation: string, collection: string, error?: string])[];
}

const serverSpan = ({ method, route, status }: Expected) => ({
  name: route === undefined ? method : `${method} ${route}`,
  kind: 'SPAN_KIND_SERVER',
  status: status >= 500 ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_UNSET',
  attributes: {
    'http.request.method': method,
    'network.protocol.version': '1.1',
    'url.path': route ?? 'REDACTED',
    'url.scheme': 'http',
    ...(route && { 'http.route': route }),
    'http.response.status_code': String(status),
    ...(status >= 500 && { 'error.type': `${status}` }),
  },
});

const operationSpan = ([operation, collection, error]: Expected['operations'][number]) => ({
  name: `${operation} ${collection}`,
  kind: 'SPAN_KIND_CLIENT',
  status: error === undefined ? 'STATUS_CODE_UNSET' : 'STATUS_CODE_ERROR',
  attributes: {
    'db.system.name': 'sqlite',
    'db.operation.name': operation,
    'db.collection.name': collection,
    ...(error && { 'error.type': error }),
  },
});

const shown = ({ name, kind, status, attributes }: DecodedSpan) => ({
  name,
  kind,
  status,
  attributes: Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]),
  ),
});

/**
 * Sends requests to a service with a collector, and compares the spans that arrive with the requests and with the log.
 * Throws an `AssertionError` if they differ.
 */
export const runTraces = async (
  program: (name: string) => string,
  signal: AbortSignal,
  cleanup: Cleanup,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-traces-'));
  cleanup.add(() => rm(folder, { recursive: true }));
  const file = join(folder, 'animals.db');
  const key = await issueKey({ SQLITE_FILE: file });
  const service = await startService({
    env: {
      API_KEY: '',
      SQLITE_FILE: file,
      OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector(folder, cleanup),
      OTEL_EXPORTER_OTLP_HEADERS: 'x-token=of-a-collector',
      OTEL_SERVICE_NAME: 'animals-under-test',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    },
  });
  cleanup.add(service.stop);

  const authorized = { Authorization: `Bearer ${key}` };
  const pets = '/v1/pets';
  const send = async (expected: Expected, headers: Readonly<Record<string, string>>, body?: string) => {
    const { method, path, status } = expected;
    const options = { method, headers, ...(body !== undefined && { body }) };
    const response = await fetch(`${service.origin}${path}?a=query`, options);
    deepStrictEqual([method, path, response.status], [method, path, status]);
    return { expected, requestId: response.headers.get('x-request-id') };
  };
  const get = (status: number, operations: Expected['operations']): Expected => ({
    method: 'GET',
    route: pets,
    path: pets,
    status,
    operations,
  });
  const sent = [
    await send(
      get(200, [
        ['findByDigest', 'apiKeys'],
        ['list', 'pets'],
      ]),
      {
        ...authorized,
        traceparent: `00-${clientTrace}-${clientSpan}-01`,
      },
    ),
    await send(get(401, []), {}),
    await send(
      { method: 'POST', route: pets, path: pets, status: 201, operations: [['add', 'pets']] },
      { ...authorized, 'Content-Type': 'application/json' },
      '{"name":"Rex","categoryId":1}',
    ),
    await send({ method: 'GET', path: '/v1/none', status: 404, operations: [] }, authorized),
  ];
  // Removed files are noticed after a quarter of a second.
  await rm(file);
  await wait(1_000);
  sent.push(await send(get(503, [['list', 'pets', 'RepositoryUnavailable']]), authorized));
  await service.stop();

  const spans = await decode(program, folder, signal);
  const log = logLines(service.process);
  for (const { expected, requestId } of sent) {
    const { traceId } = log.find((line) => line['requestId'] === requestId) ?? {};
    const ofRequest = spans.filter((span) => span.traceId === traceId);
    const [server] = ofRequest.filter(({ kind }) => kind === 'SPAN_KIND_SERVER');
    const operations = ofRequest.filter((span) => span !== server);
    deepStrictEqual(server && shown(server), serverSpan(expected));
    deepStrictEqual(operations.map(shown), expected.operations.map(operationSpan));
    deepStrictEqual(
      operations.filter(({ parent }) => parent !== server?.spanId),
      [],
    );
    deepStrictEqual(server?.parent, traceId === clientTrace ? clientSpan : '');
  }
  deepStrictEqual(log.filter(({ traceId }) => traceId === clientTrace).length, 1);
  const expectedSpans = sent.reduce((sum, { expected }) => sum + 1 + expected.operations.length, 0);
  deepStrictEqual([spans.length, spans.filter(({ took }) => took <= 0).length], [expectedSpans, 0]);
  const { resource } = spans[0] ?? {};
  deepStrictEqual(
    ['service.name', 'deployment.environment.name', 'telemetry.sdk.language'].map((name) => resource?.[name]),
    ['animals-under-test', 'test', 'nodejs'],
  );
};
