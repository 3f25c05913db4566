/**
 * Whether this process makes traces. It imports nothing, because it is called before the modules are loaded that traces change.
 * The SDK of OpenTelemetry reads all other variables by itself, but these only in a package that the service does not use.
 */
export const isTraced = (environment: Readonly<Record<string, string | undefined>>): boolean => {
  const textOf = (name: string): string => environment[name]?.trim() ?? '';
  const isOff = textOf('OTEL_SDK_DISABLED').toLowerCase() === 'true' || textOf('OTEL_TRACES_EXPORTER') === 'none';
  return !isOff && textOf('OTEL_EXPORTER_OTLP_ENDPOINT') + textOf('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== '';
};
