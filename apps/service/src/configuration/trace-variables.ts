import { createPrivateKey, X509Certificate } from 'node:crypto';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';
import { whyTracesAreOff } from '../observation/why-traces-are-off.ts';
import * as c from './codecs.ts';

type Rule = t.Decoder<unknown, unknown>;

/** The rule of a variable for the spans alone, and of the same variable for all signals, such as OTEL_EXPORTER_OTLP_HEADERS. */
const ofExporter = (name: string, codec: Rule): Readonly<Record<string, Rule>> => ({
  [`OTEL_EXPORTER_OTLP_${name}`]: codec,
  [`OTEL_EXPORTER_OTLP_TRACES_${name}`]: codec,
});

const count = c.integer([1, 1_000_000]);
const limit = c.integer([0, 1_000_000]);
const milliseconds = c.integer([1, 3_600_000], ' of milliseconds');
const certificate = c.fileOf('a certificate', (pem) => new X509Certificate(pem));

/**
 * The standard variables of OpenTelemetry that the SDK applies, and the rule of each. The SDK itself would replace a value that
 * breaks the rule by the default.
 */
export const traceVariables: Readonly<Record<string, Rule>> = {
  ...ofExporter('ENDPOINT', c.collectorUrl),
  ...ofExporter('HEADERS', c.headers),
  ...ofExporter('COMPRESSION', c.oneOf('gzip', 'none')),
  ...ofExporter('TIMEOUT', milliseconds),
  ...ofExporter('PROTOCOL', c.oneOf('http/protobuf', 'http/json')),
  ...ofExporter('CERTIFICATE', certificate),
  ...ofExporter('CLIENT_CERTIFICATE', certificate),
  ...ofExporter('CLIENT_KEY', c.fileOf('a private key', createPrivateKey)),
  OTEL_SDK_DISABLED: c.flag,
  OTEL_TRACES_EXPORTER: c.oneOf('otlp', 'none'),
  OTEL_SERVICE_NAME: c.text,
  OTEL_RESOURCE_ATTRIBUTES: c.resourceAttributes,
  OTEL_TRACES_SAMPLER: c.oneOf(
    ...(['always_on', 'always_off', 'traceidratio'] as const),
    ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
  ),
  OTEL_TRACES_SAMPLER_ARG: c.ratio,
  OTEL_BSP_SCHEDULE_DELAY: milliseconds,
  OTEL_BSP_EXPORT_TIMEOUT: milliseconds,
  OTEL_BSP_MAX_QUEUE_SIZE: count,
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count,
  OTEL_ATTRIBUTE_COUNT_LIMIT: limit,
  OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: limit,
  OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: limit,
  OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT: limit,
};

type Environment = Readonly<Record<string, string | undefined>>;

const textOf = (environment: Environment, name: string): string => environment[name]?.trim() ?? '';

const hasEffect = (environment: Environment, name: string): boolean =>
  name === 'OTEL_TRACES_SAMPLER_ARG'
    ? textOf(environment, 'OTEL_TRACES_SAMPLER').endsWith('traceidratio')
    : name in traceVariables;

/** The messages about variables for traces that break their rule, if traces are on. None contains a value. */
export const traceProblems = (environment: Environment): readonly string[] =>
  whyTracesAreOff(environment) !== undefined
    ? []
    : Object.entries(traceVariables).flatMap(([name, codec]) => {
        // `variables` has the same rule for this one.
        const isDecoded = name === 'OTEL_EXPORTER_OTLP_ENDPOINT' || textOf(environment, name) === '';
        const decoded = isDecoded ? E.right(undefined) : codec.decode(environment[name]);
        return E.isLeft(decoded) ? [`${name} ${decoded.left[0]?.message}`] : [];
      });

/** A warning that names each variable of OpenTelemetry that is set and has no effect; empty if there is none. */
export const traceWarnings = (environment: Environment): readonly string[] => {
  const off = whyTracesAreOff(environment);
  const names = Object.keys(environment).filter((name) => name.startsWith('OTEL_') && textOf(environment, name) !== '');
  const idle = names
    .filter((name) => (off === undefined ? !hasEffect(environment, name) : !off.startsWith(`${name} is `)))
    .toSorted();
  if (idle.length === 0) return [];
  return [`no effect: ${idle.join(', ')}${off === undefined ? '' : `, because traces are off: ${off}`}`];
};
