import type { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { type RequestReport, supportedMethods } from '@animal-store/adapter-http-koa';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Traces } from './traces.ts';

const known: ReadonlySet<string> = new Set(supportedMethods);

/** The most characters of a path in a span: a request line may have 16 KiB, and 2,048 spans may wait. */
const maxPath = 256;

// A client may put its API key into a path by mistake.
const apiKeys = /ask_\w+/g;

const pathOf = (target: string): string =>
  (target.split('?', 1)[0] ?? '').slice(0, maxPath).replace(apiKeys, 'REDACTED');

/** The name of a method in spans; another one would be a name without limit. */
const nameOf = (method: string): string => (known.has(method) ? method : 'HTTP');

/** The attributes at the start of a request (semantic conventions for HTTP 1.23 and later, server spans). */
const startOf = ({ method = '', url = '', httpVersion }: IncomingMessage): Attributes => ({
  'http.request.method': known.has(method) ? method : '_OTHER',
  'network.protocol.version': httpVersion,
  'url.path': pathOf(url),
  'url.scheme': 'http',
});

const endOf = ({ route, status, aborted }: RequestReport): Attributes => ({
  ...(route !== 'unmatched' && { 'http.route': route }),
  // 499 is never sent.
  ...(status !== 499 && { 'http.response.status_code': status }),
  ...(status >= 500 ? { 'error.type': `${status}` } : aborted && { 'error.type': 'aborted' }),
});

/** Makes the spans of requests. `running` gets the span of the request that runs. */
export const createRequestSpans = (
  tracer: Tracer,
  running: AsyncLocalStorage<Context>,
): Pick<Traces, 'listener' | 'report'> => {
  const propagator = new W3CTraceContextPropagator();
  // By `traceparent`, which the report has too. The connections bound how many requests run.
  const spans = new Map<string, Span>();

  const begin = (req: IncomingMessage): Context => {
    const parent = propagator.extract(ROOT_CONTEXT, req.headers, defaultTextMapGetter);
    const options = { kind: SpanKind.SERVER, attributes: startOf(req) };
    const span = tracer.startSpan(nameOf(req.method ?? ''), options, parent);
    const own = trace.setSpan(parent, span);
    propagator.inject(own, req.headers, defaultTextMapSetter);
    spans.set(String(req.headers['traceparent']), span);
    return own;
  };

  return {
    listener: (listener) => (req, res) => running.run(begin(req), () => listener(req, res)),
    report: (request) => {
      const span = spans.get(request.traceparent ?? '');
      if (span === undefined) return;
      spans.delete(request.traceparent ?? '');
      if (request.route !== 'unmatched') span.updateName(`${nameOf(request.method)} ${request.route}`);
      if (request.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttributes(endOf(request)).end();
    },
  };
};
