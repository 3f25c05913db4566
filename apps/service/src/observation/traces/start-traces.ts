import type { Logger } from 'pino';
import type { Build } from '../build-info.ts';
import type { Traces } from './traces.ts';

const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const;

const isWanted = (environment: NodeJS.ProcessEnv): boolean =>
  endpoints.some((name) => (environment[name] ?? '') !== '') &&
  environment['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true' &&
  environment['OTEL_TRACES_EXPORTER'] !== 'none';

/**
 * Starts the traces if the environment names a collector. The SDK of OpenTelemetry is loaded only then. It reads the
 * standard variables by itself.
 */
export const startTraces = async (
  environment: NodeJS.ProcessEnv,
  build: Build,
  logger: Logger,
): Promise<Traces | undefined> => {
  if (!isWanted(environment)) return undefined;
  const { createTraces } = await import('./create-traces.ts');
  return createTraces(build, logger);
};
