import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AtEnd } from '@animal-store/testkit/at-end';
import { startServer } from '@animal-store/testkit/start-server';

export interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly events: readonly unknown[];
  readonly links: readonly unknown[];
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The last word of the name of its instrumentation: `store` for requests, `pg` or `mongodb`. */
  readonly scope: string;
}

/** A request of an exporter. */
interface Export {
  readonly spans: readonly Span[];
  readonly resource: Readonly<Record<string, unknown>>;
}

type Attributes = readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];

const recordOf = (attributes: Attributes): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A collector of OTLP in JSON over HTTP. It closes after the test. */
export const startCollector = async (atEnd?: AtEnd) => {
  const exports: Export[] = [];
  const received: string[] = [];
  const server = createServer(async (req, res) => {
    const sent = await text(req);
    received.push(sent);
    const { resourceSpans } = JSON.parse(sent) as {
      resourceSpans: {
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
    exports.push({ spans, resource: recordOf(resourceSpans[0]?.resource.attributes ?? []) });
    res.setHeader('Content-Type', 'application/json').end('{}');
  });
  const endpoint = `http://127.0.0.1:${await startServer(server, atEnd)}`;
  return { exports, received, endpoint, spans: (): readonly Span[] => exports.flatMap(({ spans }) => spans) };
};

/** The variables for a collector that gets all in JSON. */
export const inJson = (endpoint: string): Readonly<Record<string, string>> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
});
