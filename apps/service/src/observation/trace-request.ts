import type { IncomingMessage } from 'node:http';
import type { RequestReport } from '@animal-store/adapter-http-koa';
import {
  context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';

// The status in the report of a client that left before there was a response.
const neverSent = 499;

/** The part of Koa's context that a span needs. */
interface RequestContext {
  readonly method: string;
  readonly req: IncomingMessage;
}

const propagator = new W3CTraceContextPropagator();

/**
 * Makes a span of each request. Not the instrumentation of `http` 0.223, which sees no request with `Expect: 100-continue`, and
 * describes the client.
 */
export const createRequestTraces = (tracer: Tracer) => {
  // By its `traceparent`, which the report of its request has.
  const spans = new Map<string, Span>();
  return {
    /** Begins a span, as a child of that in `traceparent`, which it replaces by itself: so the log has the trace of the span. */
    traceRequest: ({ method, req }: RequestContext, next: () => Promise<unknown>): Promise<unknown> => {
      const parent = propagator.extract(ROOT_CONTEXT, req.headers, defaultTextMapGetter);
      const attributes = { 'http.request.method': method, 'url.scheme': 'http' };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      const { traceId, spanId, traceFlags } = span.spanContext();
      const traceparent = `00-${traceId}-${spanId}-0${traceFlags & 1}`;
      req.headers['traceparent'] = traceparent;
      spans.set(traceparent, span);
      return context.with(trace.setSpan(parent, span), next);
    },
    /** Ends the span of a request, if it has one, with what the report tells of its path. The rest of a path may be a secret. */
    endSpan: ({ traceparent = '', method, route, petId = '{petId}', status }: RequestReport): void => {
      const span = spans.get(traceparent);
      if (span === undefined) return;
      spans.delete(traceparent);
      const path = route.replace('{petId}', petId);
      if (route !== 'unmatched') span.updateName(`${method} ${route}`).setAttribute('http.route', route);
      if (/^\/[^{]*$/.test(path)) span.setAttribute('url.path', path);
      if (status !== neverSent) span.setAttribute('http.response.status_code', status);
      if (status >= 500) span.setAttribute('error.type', `${status}`).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
};
