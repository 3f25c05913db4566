import { randomUUID } from 'node:crypto';
import { diag, trace } from '@opentelemetry/api';
import { ExportResultCode, setGlobalErrorHandler } from '@opentelemetry/core';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { MongoDBInstrumentation } from '@opentelemetry/instrumentation-mongodb';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import { register } from 'import-in-the-middle/register-hooks.mjs';
import { version } from '../version.ts';
import { createRequestTraces } from './trace-request.ts';

/** The spans of this process. A collector that does not respond harms no request. */
export interface Traces extends ReturnType<typeof createRequestTraces> {
  /** One for each variable whose value the SDK does not take. None contains a value, which may be a secret. */
  readonly warnings: readonly string[];
  /** Sets the listener, called with a reason when the collector refuses spans, with undefined when it takes them again. */
  readonly onChange: (listener: (failure: string | undefined) => void) => void;
  /** Sends the spans that wait. The caller limits its time. */
  readonly stop: () => Promise<void>;
}

const ignore = (): void => undefined;

/** Installs the hooks of the instrumentations. It must run before the modules that they change are loaded. */
const instrument = (): void => {
  register({ include: ['mongodb', 'pg'] });
  registerInstrumentations({
    instrumentations: [
      new MongoDBInstrumentation({ requireParentSpan: true }),
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  });
};

/** The attributes that a span may have. None is about the client, and none is an address, a user or a value of a statement. */
const allowed: ReadonlySet<string> = new Set([
  ...['http.request.method', 'http.response.status_code', 'http.route', 'url.path', 'url.scheme', 'error.type'],
  ...['db.system.name', 'db.namespace', 'db.collection.name', 'db.operation.name', 'db.query.text'],
]);

/** A span with allowed attributes alone. Its events and the message of its status may quote what a client sent. */
const withoutClient = (span: ReadableSpan): ReadableSpan => {
  const attributes = Object.fromEntries(Object.entries(span.attributes).filter(([name]) => allowed.has(name)));
  const { traceState: _, ...ids } = span.spanContext();
  return Object.create(span, {
    attributes: { value: attributes },
    events: { value: [] },
    links: { value: [] },
    status: { value: { code: span.status.code } },
    spanContext: { value: () => ids },
  });
};

const loadExporter = async (environment: NodeJS.ProcessEnv): Promise<SpanExporter> => {
  const protocol = environment['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] || environment['OTEL_EXPORTER_OTLP_PROTOCOL'];
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
};

/** Starts the traces. The SDK and its exporter read their variables by themselves. */
export const startTraces = async (environment: NodeJS.ProcessEnv): Promise<Traces> => {
  instrument();
  // Not the message of the SDK, which may quote a header or a password.
  const warnings = new Set<string>();
  const warn = (message: string): void => {
    const names = Object.keys(environment).filter((name) => name.startsWith('OTEL_') && message.includes(name));
    warnings.add(`OpenTelemetry does not take the value of ${names.join(' or ') || 'one of its variables'}`);
  };
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore });
  const exporter = await loadExporter(environment);
  let isFailing = false;
  let listener: (failure: string | undefined) => void = ignore;
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          'service.name': 'animal-store',
          'service.version': version,
          'service.instance.id': randomUUID(),
        }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({
        export: (spans, done) =>
          exporter.export(spans.map(withoutClient), (result) => {
            const fails = result.code !== ExportResultCode.SUCCESS;
            if (fails !== isFailing) listener(fails ? (result.error?.message ?? 'unknown error') : undefined);
            isFailing = fails;
            done(result);
          }),
        shutdown: () => exporter.shutdown(),
      }),
    ],
  });
  provider.register();
  diag.disable();
  // Else each failed export would be printed. The listener learns of changes only.
  setGlobalErrorHandler(ignore);
  return {
    ...createRequestTraces(trace.getTracer('animal-store')),
    warnings: [...warnings],
    onChange: (next) => {
      listener = next;
    },
    stop: () => provider.shutdown().catch(ignore),
  };
};
