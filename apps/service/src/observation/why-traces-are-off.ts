/**
 * Why this process makes no traces; undefined if it does. It imports nothing, because it is called before the modules are loaded
 * that traces change.
 */
export const whyTracesAreOff = (environment: Readonly<Record<string, string | undefined>>): string | undefined => {
  const textOf = (name: string): string => environment[name]?.trim() ?? '';
  if (textOf('OTEL_SDK_DISABLED').toLowerCase() === 'true') return 'OTEL_SDK_DISABLED is true';
  if (textOf('OTEL_TRACES_EXPORTER') === 'none') return 'OTEL_TRACES_EXPORTER is none';
  const isSet = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'].some((name) => textOf(name));
  return isSet ? undefined : 'OTEL_EXPORTER_OTLP_ENDPOINT is not set';
};
