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

type Attributes = readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];

/** What an exporter sends, in JSON. */
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string };
      readonly spans: readonly (Omit<Span, 'attributes' | 'scope'> & { readonly attributes: Attributes })[];
    }[];
  }[];
}

const recordOf = (attributes: Attributes): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Starts a collector of OTLP in JSON over HTTP, to which the `variables` lead the service. It closes after the test. */
export const startCollector = async (atEnd?: AtEnd) => {
  const received: string[] = [];
  const server = createServer(async (req, res) => {
    received.push(await text(req));
    res.setHeader('Content-Type', 'application/json').end('{}');
  });
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await startServer(server, atEnd)}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  };
  const resources = () => received.flatMap((sent) => (JSON.parse(sent) as Export).resourceSpans);
  const spans = (): readonly Span[] =>
    resources()
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap(({ scope, spans: some }) =>
        some.map((span) => ({
          ...span,
          attributes: recordOf(span.attributes),
          scope: scope.name.split('-').at(-1) ?? '',
        })),
      );
  return { received, variables, spans, resource: () => recordOf(resources()[0]?.resource.attributes ?? []) };
};
