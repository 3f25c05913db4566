import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';

/** The part of Koa's context that a span needs. */
interface RequestContext {
  readonly method: string;
  readonly path: string;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

const propagator = new W3CTraceContextPropagator();

// A client may send anything as a path, including a key by mistake.
const knownPath = /^\/v1\/pets(?:\/-?\d{1,19})?$/;

/**
 * Makes a span of each request under /v1, as a child of the span in its `traceparent`, which it replaces by itself: so the log has
 * the trace of the span. Not the instrumentation of `http` 0.223, which sees no request with `Expect: 100-continue`, and
 * describes the client.
 */
export const traceRequest =
  (tracer: Tracer) =>
  (ctx: RequestContext, next: () => Promise<unknown>): Promise<unknown> => {
    const { method, path, req, res } = ctx;
    if (path !== '/v1' && !path.startsWith('/v1/')) return next();
    const parent = propagator.extract(ROOT_CONTEXT, req.headers, defaultTextMapGetter);
    const attributes = {
      'http.request.method': method,
      'url.scheme': 'http',
      ...(knownPath.test(path) && { 'url.path': path }),
    };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    const { traceId, spanId, traceFlags } = span.spanContext();
    req.headers['traceparent'] = `00-${traceId}-${spanId}-0${traceFlags & 1}`;
    res.once('close', () => {
      const route: unknown = Reflect.get(ctx, '_matchedRoute');
      if (typeof route === 'string') {
        const template = route.replace(/:(\w+)/g, '{$1}');
        span.updateName(`${method} ${template}`).setAttribute('http.route', template);
      }
      if (res.headersSent) span.setAttribute('http.response.status_code', res.statusCode);
      if (res.headersSent && res.statusCode >= 500)
        span.setAttribute('error.type', `${res.statusCode}`).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    return context.with(trace.setSpan(parent, span), next);
  };
