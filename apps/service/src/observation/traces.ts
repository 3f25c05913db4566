import { randomUUID } from 'node:crypto';
import { context, DiagLogLevel, diag, trace } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, getRPCMetadata, setGlobalErrorHandler } from '@opentelemetry/core';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { MongoDBInstrumentation } from '@opentelemetry/instrumentation-mongodb';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node';
import { register } from 'import-in-the-middle/register-hooks.mjs';
import { readVersion } from '../version.ts';

/** The spans of this process. A collector that does not respond harms no request. */
export interface Traces {
  /**
   * Names the span of a request after its route. The instrumentation of Koa finds only a router that `app.use` gets directly,
   * and makes a span for each other middleware.
   */
  readonly nameRoute: (ctx: object, next: () => Promise<unknown>) => Promise<void>;
  /** The id of the trace of the current request. */
  readonly traceId: () => string | undefined;
  /** Sets the listener, called with a reason when the collector refuses spans, with undefined when it takes them again. */
  readonly onChange: (listener: (failure: string | undefined) => void) => void;
  /** Sends the spans that wait. The caller limits its time. */
  readonly stop: () => Promise<void>;
}

const ignore = (): void => undefined;

/** Installs the hooks of the instrumentations. It must run before the modules that they change are loaded. */
const instrument = (): void => {
  register({ include: ['http', 'node:http', 'mongodb', 'pg'] });
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation({
        // The service itself calls only the collector.
        disableOutgoingRequestInstrumentation: true,
        // Probes and scrapes would be most spans of a quiet service.
        ignoreIncomingRequestHook: ({ url = '' }) => !url.startsWith('/v1/'),
        // A client may send anything in these, including a key by mistake.
        startIncomingSpanHook: ({ url = '' }) => ({
          'url.path': /^\/v1\/pets(?:\/-?\d{1,19})?(?=\?|$)/.exec(url)?.[0] ?? 'REDACTED',
          'url.query': undefined,
          'user_agent.original': undefined,
          'server.address': undefined,
          'client.address': undefined,
        }),
      }),
      new MongoDBInstrumentation({ requireParentSpan: true }),
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  });
};

const loadExporter = async (environment: NodeJS.ProcessEnv): Promise<SpanExporter> => {
  const protocol =
    environment['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] || environment['OTEL_EXPORTER_OTLP_PROTOCOL'] || 'http/protobuf';
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
};

/** Starts the traces. The SDK and its exporter read the other standard variables by themselves. */
export const startTraces = async (environment: NodeJS.ProcessEnv): Promise<Traces> => {
  instrument();
  const warn = (message: string): boolean => process.stderr.write(`animal-store: traces: ${message}\n`);
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
  const exporter = await loadExporter(environment);
  let isFailing = false;
  let listener: (failure: string | undefined) => void = ignore;
  const note = ({ code, error }: ExportResult): void => {
    const fails = code !== ExportResultCode.SUCCESS;
    if (fails !== isFailing) listener(fails ? (error?.message ?? 'unknown error') : undefined);
    isFailing = fails;
  };
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          'service.name': 'animal-store',
          'service.version': readVersion(environment).version,
          'service.instance.id': randomUUID(),
        }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({
        export: (spans, done) =>
          exporter.export(spans, (result) => {
            note(result);
            done(result);
          }),
        shutdown: () => exporter.shutdown(),
      }),
    ],
  });
  provider.register();
  // Else each failed export would be printed. `note` reports changes only.
  setGlobalErrorHandler(ignore);
  diag.disable();
  return {
    nameRoute: async (ctx, next) => {
      await next();
      const request = getRPCMetadata(context.active());
      const route: unknown = Reflect.get(ctx, '_matchedRoute');
      if (request !== undefined && typeof route === 'string') request.route = route.replace(/:(\w+)/g, '{$1}');
    },
    traceId: () => trace.getActiveSpan()?.spanContext().traceId,
    onChange: (next) => {
      listener = next;
    },
    stop: () => provider.shutdown().catch(ignore),
  };
};
