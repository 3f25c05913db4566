import { expect, it } from 'vitest';
import { isTraced } from './is-traced.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

it.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ', OTEL_SERVICE_NAME: 'zoo' }, false],
  [endpoint, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }, true],
  [{ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }, false],
  [{ ...endpoint, OTEL_SDK_DISABLED: 'false', OTEL_TRACES_EXPORTER: 'otlp' }, true],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, false],
])('with %j a process is traced: %s', (environment, expected) => {
  expect(isTraced(environment)).toBe(expected);
});
