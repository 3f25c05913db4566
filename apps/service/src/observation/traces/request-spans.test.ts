import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { RequestReport } from '@animal-store/adapter-http-koa';
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { expect, it } from 'vitest';
import { createRequestSpans } from './request-spans.ts';

type Sent = Pick<IncomingMessage, 'method' | 'url'>;

const spansOf = (sent: Sent, report: Partial<RequestReport>, options = {}) => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ ...options, spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const spans = createRequestSpans(provider.getTracer('test'), new AsyncLocalStorage());
  const req = { ...sent, httpVersion: '1.1', headers: {} } as IncomingMessage;
  spans.middleware({ req }, () => undefined);
  const traceparent = String(req.headers['traceparent']);
  const finished = { requestId: 'r', method: sent.method ?? '', route: 'unmatched', duration: 1, aborted: false };
  for (let count = 0; count < 2; count += 1) spans.report({ ...finished, status: 200, traceparent, ...report });
  return { traceparent, spans: exporter.getFinishedSpans().map(({ name, attributes }) => ({ name, attributes })) };
};

it.each([
  ['/v1/pets', '/v1/pets?status=sold', '/v1/pets'],
  ['/v1/pets/{petId}', '/v1/pets/-12', '/v1/pets/-12'],
  ['/v1/pets/{petId}', '/v1/pets/secret', 'REDACTED'],
  ['unmatched', 'http://clerk:secret@localhost/', 'REDACTED'],
])('has of the path of %s %s the part %s', (route, url, path) => {
  const [span] = spansOf({ method: 'GET', url }, { route }).spans;
  expect(span?.attributes['url.path']).toBe(path);
});

it('names no method that a client can choose', () => {
  expect(spansOf({ method: 'PROPFIND', url: '/none' }, { status: 404 }).spans).toEqual([
    {
      name: 'HTTP',
      attributes: {
        'http.request.method': '_OTHER',
        'network.protocol.version': '1.1',
        'url.scheme': 'http',
        'url.path': 'REDACTED',
        'http.response.status_code': 404,
      },
    },
  ]);
});

it('has no status for a client that left before the response', () => {
  const [span] = spansOf({ method: 'GET', url: '/livez' }, { route: '/livez', status: 499, aborted: true }).spans;
  expect(span?.name).toBe('GET /livez');
  expect(span?.attributes['http.response.status_code']).toBeUndefined();
  expect(span?.attributes['error.type']).toBe('aborted');
});

it('names the trace of a request that the sampler leaves out', () => {
  const { traceparent, spans } = spansOf({ method: 'GET', url: '/' }, {}, { sampler: new AlwaysOffSampler() });
  expect([traceparent, spans]).toEqual([expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/), []]);
});
