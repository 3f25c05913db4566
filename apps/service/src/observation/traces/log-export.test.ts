import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { expect, it } from 'vitest';
import { logExport } from './log-export.ts';

it('logs that the collector fails, and that it works again, once for each change', () => {
  const taken: ExportResult = { code: ExportResultCode.SUCCESS };
  const refused: ExportResult = { code: ExportResultCode.FAILED, error: new Error('refused') };
  const results = [taken, refused, refused, taken, taken, refused];
  const lines: unknown[] = [];
  const log = (...line: readonly unknown[]): void => void lines.push(line);
  const waiting = [...results];
  const exporter = logExport(
    { export: (_, done) => done(waiting.shift() ?? taken), shutdown: () => Promise.resolve() },
    { info: log, warn: log },
  );
  const handedOn: unknown[] = [];
  for (const _ of results) exporter.export([], (result) => handedOn.push(result));
  expect(handedOn).toEqual(results);
  const lost = [{ reason: 'refused' }, 'traces are lost: the collector does not take them'];
  expect(lines).toEqual([lost, ['the collector takes traces again'], lost]);
});
