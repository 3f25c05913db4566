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

/** The name of a method in spans; another one would be a name without limit. */
const nameOf = (method: string): string => (known.has(method) ? method : 'HTTP');

/** The attributes at the start of a request (semantic conventions for HTTP 1.23 and later, server spans). */
const startOf = ({ method = '', httpVersion }: IncomingMessage): Attributes => ({
  'http.request.method': known.has(method) ? method : '_OTHER',
  'network.protocol.version': httpVersion,
  'url.scheme': 'http',
});

/** The paths of a route, with an integer for each parameter. */
const pathsOf = (route: string): RegExp => new RegExp(`^${route.replaceAll(/\{\w+\}/g, String.raw`-?\d{1,19}`)}$`);

/** The path without its query. A path that no client of the API sends is left out, because it may contain anything. */
const createPathOf = (): ((target: string, route: string) => string) => {
  const paths = new Map<string, RegExp>();
  return (target, route) => {
    const path = target.split('?', 1)[0] ?? '';
    const known = paths.get(route) ?? pathsOf(route);
    paths.set(route, known);
    return known.test(path) ? path : 'REDACTED';
  };
};

const endOf = ({ route, status, aborted }: RequestReport, path: string): Attributes => ({
  'url.path': path,
  ...(route !== 'unmatched' && { 'http.route': route }),
  // 499 is never sent.
  ...(status !== 499 && { 'http.response.status_code': status }),
  ...(status >= 500 ? { 'error.type': `${status}` } : aborted && { 'error.type': 'aborted' }),
});

/** Makes the spans of requests. `running` gets the span of the request that runs. */
export const createRequestSpans = (
  tracer: Tracer,
  running: AsyncLocalStorage<Context>,
): Pick<Traces, 'middleware' | 'report'> => {
  const propagator = new W3CTraceContextPropagator();
  // By `traceparent`, which the report has too. The connections bound how many requests run.
  const spans = new Map<string, { readonly span: Span; readonly target: string }>();
  const pathOf = createPathOf();

  const begin = (req: IncomingMessage): Context => {
    const parent = propagator.extract(ROOT_CONTEXT, req.headers, defaultTextMapGetter);
    const options = { kind: SpanKind.SERVER, attributes: startOf(req) };
    const span = tracer.startSpan(nameOf(req.method ?? ''), options, parent);
    const own = trace.setSpan(parent, span);
    propagator.inject(own, req.headers, defaultTextMapSetter);
    spans.set(String(req.headers['traceparent']), { span, target: req.url ?? '' });
    return own;
  };

  return {
    middleware: (ctx, next) => running.run(begin(ctx.req), next),
    report: (request) => {
      const { traceparent = '', route } = request;
      const found = spans.get(traceparent);
      if (found === undefined) return;
      spans.delete(traceparent);
      const { span, target } = found;
      if (route !== 'unmatched') span.updateName(`${nameOf(request.method)} ${route}`);
      if (request.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttributes(endOf(request, pathOf(target, route))).end();
    },
  };
};
