import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { describeNeeding } from '@animal-store/testkit/needs';
import { issueKey } from '@animal-store/testkit/service/keys';
import { logLines, startService } from '@animal-store/testkit/service/start-service';
import { beforeAll, expect, it } from 'vitest';
import { newSqliteFile } from '../bench/stores.ts';
import { runProgram } from '../packages/run-program.ts';
import { needsPython, pythonProgram, pythonSources } from './python-environment.ts';

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

/** A request, and the operations that its trace should have. */
interface Sent {
  readonly method: string;
  readonly route?: string;
  readonly status: number;
  readonly operations: readonly (readonly [name: string, collection: string, error?: string])[];
}

const clientTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
const clientSpan = '00f067aa0ba902b7';

const serverSpan = ({ method, route, status }: Sent) => ({
  name: route === undefined ? method : `${method} ${route}`,
  kind: 'SPAN_KIND_SERVER',
  status: status >= 500 ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_UNSET',
  attributes: {
    'http.request.method': method,
    'network.protocol.version': '1.1',
    'url.path': route ?? 'REDACTED',
    'url.scheme': 'http',
    ...(route && { 'http.route': route }),
    'http.response.status_code': status,
    ...(status >= 500 && { 'error.type': `${status}` }),
  },
});

const operationSpan = ([operation, collection, error]: Sent['operations'][number]) => ({
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

const shown = ({ name, kind, status, attributes }: DecodedSpan) => ({ name, kind, status, attributes });

/** Sends requests to a service with a collector. Returns what it has logged, and the requests by their ids. */
const sendRequests = async (collected: string, stack: AsyncDisposableStack) => {
  let exports = 0;
  const collector = createServer(async (req, res) => {
    exports += 1;
    const isExpected = req.url === '/v1/traces' && req.headers['x-token'] === 'of-a-collector';
    await writeFile(join(collected, `${exports}.${isExpected ? 'otlp' : 'unexpected'}`), await buffer(req));
    res.end();
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  stack.defer(() => collector.close().closeAllConnections());
  const env = await newSqliteFile(stack);
  const authorized = { Authorization: `Bearer ${(await issueKey(env)).key}` };
  const service = await startService({
    env: {
      ...{ ...env, API_KEY: '' },
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-token=of-a-collector',
      OTEL_SERVICE_NAME: 'animals-under-test',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    },
  });
  stack.defer(async () => void (await service.stop()));

  const requests = new Map<unknown, Sent>();
  const send = async (sent: Sent, headers: Readonly<Record<string, string>> = authorized, body?: string) => {
    const { method, route = '/v1/none', status } = sent;
    const options = { method, headers, ...(body !== undefined && { body }) };
    const response = await fetch(`${service.origin}${route}?a=query`, options);
    expect([method, route, response.status]).toEqual([method, route, status]);
    requests.set(response.headers.get('x-request-id'), sent);
  };
  const list = { method: 'GET', route: '/v1/pets' };
  const first = [
    ['findByDigest', 'apiKeys'],
    ['list', 'pets'],
  ] as const;
  const traceparent = `00-${clientTrace}-${clientSpan}-01`;
  await send({ ...list, status: 200, operations: first }, { ...authorized, traceparent });
  await send({ ...list, status: 401, operations: [] }, {});
  const json = { ...authorized, 'Content-Type': 'application/json' };
  const add = { ...list, method: 'POST', status: 201, operations: [['add', 'pets']] } as const;
  await send(add, json, '{"name":"Rex","categoryId":1}');
  await send({ method: 'GET', status: 404, operations: [] });
  // Removed files are noticed after a quarter of a second.
  await rm(env['SQLITE_FILE'] ?? '');
  await wait(1_000);
  await send({ ...list, status: 503, operations: [['list', 'pets', 'RepositoryUnavailable']] });
  await service.stop();
  return { requests, log: logLines(service.process) };
};

describeNeeding(needsPython, 'the traces of some requests, decoded by opentelemetry-proto', () => {
  let sent: Awaited<ReturnType<typeof sendRequests>>;
  let spans: readonly DecodedSpan[];

  beforeAll(async () => {
    await using stack = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'animal-store-traces-'));
    stack.defer(() => rm(folder, { recursive: true }));
    sent = await sendRequests(folder, stack);
    const files = await readdir(folder);
    expect(files.filter((name) => !name.endsWith('.otlp'))).toEqual([]);
    const args = [`${pythonSources}/decode_traces.py`, ...files];
    const { code, output } = await runProgram(folder, pythonProgram('python'), args);
    expect(code, output).toBe(0);
    spans = JSON.parse(output);
  });

  it('have a span for each request and operation, in the trace that the log names', () => {
    for (const [requestId, expected] of sent.requests) {
      const { traceId } = sent.log.find((line) => line['requestId'] === requestId) ?? {};
      const ofRequest = spans.filter((span) => span.traceId === traceId);
      const server = ofRequest.find(({ kind }) => kind === 'SPAN_KIND_SERVER');
      const operations = ofRequest.filter((span) => span !== server);
      expect(server && shown(server)).toEqual(serverSpan(expected));
      expect(operations.map(shown)).toEqual(expected.operations.map(operationSpan));
      expect(operations.filter(({ parent }) => parent !== server?.spanId)).toEqual([]);
      expect(server?.parent).toBe(traceId === clientTrace ? clientSpan : '');
    }
    expect(sent.log.filter(({ traceId }) => traceId === clientTrace).length).toBe(1);
    const operations = [...sent.requests.values()].flatMap((each) => each.operations);
    expect([spans.length, spans.filter(({ took }) => took <= 0)]).toEqual([sent.requests.size + operations.length, []]);
  });

  it('come from the service that the variables name', () => {
    expect(spans[0]?.resource).toMatchObject({
      'service.name': 'animals-under-test',
      'deployment.environment.name': 'test',
      'telemetry.sdk.language': 'nodejs',
    });
  });
});
