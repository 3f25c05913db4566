import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { type Context, DiagLogLevel, diag } from '@opentelemetry/api';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import type { Build } from '../build-info.ts';
import { logExport } from './log-export.ts';
import { createOperationSpans } from './operation-spans.ts';
import { createRequestSpans } from './request-spans.ts';
import type { Traces } from './traces.ts';

/**
 * Makes the traces, which are sent as OTLP over HTTP, in Protocol Buffers. The SDK reads its environment variables: they
 * name the collector and the service, and set the sampler and the limits of the queue, by default 2,048 spans.
 */
export const createTraces = ({ version, store }: Build, logger: Logger): Traces => {
  // The SDK would print what is wrong with a variable. Later it reports each failure, and `logExport` logs each change.
  const warn = (message: string): void => logger.warn(`traces: ${message}`);
  const ignore = (): void => undefined;
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
  setGlobalErrorHandler(ignore);
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          'service.name': 'animal-store',
          'service.version': version,
          'service.instance.id': randomUUID(),
        }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(logExport(new OTLPTraceExporter(), logger))],
  });
  diag.disable();

  const tracer = provider.getTracer('@animal-store/service', version);
  const running = new AsyncLocalStorage<Context>();
  return {
    ...createRequestSpans(tracer, running),
    operation: createOperationSpans(tracer, running, store),
    stop: () => provider.shutdown().catch(ignore),
  };
};
