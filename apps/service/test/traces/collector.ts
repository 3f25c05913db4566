import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

export interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly kind: number;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly events: readonly unknown[];
  readonly links: readonly unknown[];
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The last word of the name of its instrumentation: `store` for requests, `pg` or `mongodb`. */
  readonly scope: string;
}

/** A request of an exporter. It has spans and the attributes of the resource only in JSON. */
export interface Export {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly spans: readonly Span[];
  readonly resource: Readonly<Record<string, unknown>>;
}

type Attributes = readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];

const recordOf = (attributes: Attributes): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A collector of OTLP over HTTP. It responds after `held`, and over TLS if it has `options`. It closes after the test. */
export const startCollector = async (options?: ServerOptions, held: Promise<unknown> = Promise.resolve()) => {
  const exports: Export[] = [];
  const handle: Parameters<typeof createServer>[1] = async (req, res) => {
    const { url: path = '', headers } = req;
    const sent = await buffer(req);
    const body = headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    const isJson = headers['content-type'] === 'application/json';
    const { resourceSpans = [] } = (isJson ? JSON.parse(String(body)) : {}) as {
      resourceSpans?: {
        resource: { attributes: Attributes };
        scopeSpans: {
          scope: { name: string };
          spans: (Omit<Span, 'attributes' | 'scope'> & { attributes: Attributes })[];
        }[];
      }[];
    };
    const spans = resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ scope, spans: some }) =>
        some.map((span) => ({
          ...span,
          attributes: recordOf(span.attributes),
          scope: scope.name.split('-').at(-1) ?? '',
        })),
      ),
    );
    exports.push({ path, headers, spans, resource: recordOf(resourceSpans[0]?.resource.attributes ?? []) });
    await held;
    res.setHeader('Content-Type', 'application/json').end('{}');
  };
  const server = (options === undefined ? createServer(handle) : createTlsServer(options, handle)).listen(
    0,
    '127.0.0.1',
  );
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((listening) => server.once('listening', listening));
  const endpoint = `http${options === undefined ? '' : 's'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { exports, endpoint, spans: (): readonly Span[] => exports.flatMap(({ spans }) => spans) };
};

/** The variables for a collector that gets all in JSON. */
export const inJson = (endpoint: string): Readonly<Record<string, string>> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
});
