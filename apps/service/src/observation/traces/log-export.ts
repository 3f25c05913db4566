import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';

/** Logs that an exporter fails, and that it works again: once for each change. */
export const logExport = (exporter: SpanExporter, logger: Pick<Logger, 'info' | 'warn'>): SpanExporter => {
  let isFailing = false;
  const note = ({ code, error }: ExportResult): void => {
    const fails = code !== ExportResultCode.SUCCESS;
    if (fails === isFailing) return;
    isFailing = fails;
    if (fails) logger.warn({ reason: error?.message }, 'traces are lost: the collector does not take them');
    else logger.info('the collector takes traces again');
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        note(result);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
};
