import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { logLines, runToEnd, startWithIssuedKey } from '@animal-store/testkit/service';
import { expect, it, onTestFinished } from 'vitest';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

/** A collector of OTLP over HTTP in JSON. */
const startCollector = async () => {
  const spans: (Span & { readonly scope: string })[] = [];
  const server = createServer(async (req, res) => {
    const { resourceSpans } = (await json(req)) as {
      resourceSpans: { scopeSpans: { scope: { name: string }; spans: Span[] }[] }[];
    };
    for (const { scope, spans: some } of resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
      spans.push(...some.map((span) => ({ ...span, scope: scope.name.split('-').at(-1) ?? '' })));
    res.setHeader('Content-Type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((listening) => server.once('listening', listening));
  return { spans, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const attribute = (span: Span | undefined, name: string): unknown =>
  Object.values(span?.attributes.find(({ key }) => key === name)?.value ?? {})[0];

describeOnPostgres('The traces of a service', ({ uri }) => {
  it('have a span of each request in the trace of its client, and below it those of the store', async () => {
    const { spans, endpoint } = await startCollector();
    const service = await startWithIssuedKey({
      POSTGRES_URI: uri,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    });
    onTestFinished(() => service.process.kill('SIGKILL'));
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { Authorization: `Bearer ${service.apiKey}`, traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    expect((await fetch(`${service.baseUrl}/pets?limit=1&status=sold`, { headers })).status).toBe(200);
    expect((await fetch(`${service.baseUrl}/pets`)).status).toBe(401);
    expect((await fetch(`${service.origin}/readyz`)).status).toBe(200);
    expect(await service.stop()).toBe(0);

    const requests = spans.filter(({ scope }) => scope === 'http');
    expect(requests).toHaveLength(2);
    const request = requests.find((span) => span.traceId === traceId);
    expect(request).toMatchObject({ name: 'GET /v1/pets', parentSpanId: '00f067aa0ba902b7' });
    expect(attribute(request, 'http.response.status_code')).toBe(200);
    expect(attribute(request, 'http.route')).toBe('/v1/pets');
    expect([attribute(request, 'url.path'), attribute(request, 'url.query')]).toEqual(['/v1/pets', undefined]);
    const statements = spans.filter((span) => span.scope === 'pg' && span.name.startsWith('pg.query'));
    expect(statements.length).toBeGreaterThan(1);
    expect(new Set(statements.map((span) => span.traceId))).toEqual(new Set([traceId]));
    expect(JSON.stringify(spans)).not.toContain(service.apiKey);

    const ids = logLines(service.process).flatMap(({ traceId: id }) => (id === undefined ? [] : [id]));
    expect(ids.toSorted()).toEqual(requests.map((span) => span.traceId).toSorted());
  });
});

it('loads nothing of OpenTelemetry without a collector', async () => {
  const env = { NODE_DEBUG: 'module', PORT: 'x' };
  const { stderr } = await runToEnd({ args: ['serve'], env });
  expect([stderr.includes('PORT must be'), /sdk-trace|instrumentation/.test(stderr)]).toEqual([true, false]);
});
