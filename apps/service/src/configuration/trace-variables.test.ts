import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { traceProblems, traceVariables } from './trace-variables.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

it.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'unix:///run/collector'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=1,b'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=1'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a='],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=1;b'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%0a'],
  ['OTEL_EXPORTER_OTLP_COMPRESSION', 'br'],
  ['OTEL_EXPORTER_OTLP_CERTIFICATE', '/none'],
  ['OTEL_EXPORTER_OTLP_CLIENT_KEY', import.meta.filename],
  ['OTEL_SDK_DISABLED', 'yes'],
  ['OTEL_TRACES_EXPORTER', 'otlp,console'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a'],
  ['OTEL_RESOURCE_ATTRIBUTES', '=1'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=1=2'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz'],
  ['OTEL_RESOURCE_ATTRIBUTES', `a=${'x'.repeat(256)}`],
  ['OTEL_TRACES_SAMPLER', 'xray'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.1'],
  ['OTEL_TRACES_SAMPLER_ARG', '-0'],
])('refuses %s=%s by name, if traces are on', (name, value) => {
  expect(traceProblems({ ...endpoint, [name]: value })).toEqual([expect.stringMatching(`^${name} must be `)]);
  expect(traceProblems({ [name]: value, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '' })).toEqual([]);
});

it.each([
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Basic%20abc==,x-b=c,'],
  ['OTEL_EXPORTER_OTLP_HEADERS', ' '],
  ['OTEL_SDK_DISABLED', 'False'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'k8s.pod.name=a, b=,c=%2C'],
  ['OTEL_TRACES_SAMPLER_ARG', '0.25'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.0'],
  ['OTEL_TRACES_SAMPLER_ARG', '.5'],
  ['OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT', '0'],
])('takes %s=%s', (name, value) => {
  expect(traceProblems({ ...endpoint, [name]: value })).toEqual([]);
});

const numeric = Object.entries(traceVariables).flatMap(([name, codec]) =>
  typeof E.toUnion<unknown, unknown>(codec.decode('1')) === 'number' ? name : [],
);

it.each(numeric)('refuses %s beyond the times and counts that the SDK can use', (name) => {
  const tooSmall = /LIMIT$|ARG$/.test(name) ? '-1' : '0';
  for (const value of [tooSmall, '2147483648', 'NaN', 'Infinity'])
    expect(traceProblems({ ...endpoint, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must be a .*number.* between \\d+ and \\d+$`)),
    ]);
});

it('has each variable in the deploy guide, that of traces alone by the other', () => {
  const guide = readFileSync(projectFile('docs/deploy.md'), 'utf8');
  const names = Object.keys(traceVariables).map((name) => name.replace('_OTLP_TRACES_', '_OTLP_'));
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
