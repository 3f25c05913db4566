import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logLines, type RunningService, runToEnd, startService, waitFor } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { describe, expect, it, onTestFinished } from 'vitest';
import { traceVariables, traceWarnings } from '../../src/configuration/trace-variables.ts';
import { inJson, startCollector } from './collector.ts';

type Variables = Readonly<Record<string, string>>;

const ofExporter = [
  'CERTIFICATE',
  'CLIENT_CERTIFICATE',
  'CLIENT_KEY',
  'COMPRESSION',
  'ENDPOINT',
  'HEADERS',
  'INSECURE',
  'PROTOCOL',
  'TIMEOUT',
];

/** The variables of the specification of OpenTelemetry, those of its SDK for Node.js, and some that were renamed. */
const standard: readonly string[] = [
  ...['SDK_DISABLED', 'ENTITIES', 'RESOURCE_ATTRIBUTES', 'SERVICE_NAME', 'LOG_LEVEL', 'PROPAGATORS', 'CONFIG_FILE'],
  ...['TRACES_SAMPLER', 'TRACES_SAMPLER_ARG', 'TRACES_EXPORTER', 'METRICS_EXPORTER', 'LOGS_EXPORTER'],
  ...['BSP', 'BLRP'].flatMap((processor) =>
    ['SCHEDULE_DELAY', 'EXPORT_TIMEOUT', 'MAX_QUEUE_SIZE', 'MAX_EXPORT_BATCH_SIZE'].map(
      (name) => `${processor}_${name}`,
    ),
  ),
  ...['', 'SPAN_', 'LOGRECORD_'].flatMap((of) => [`${of}ATTRIBUTE_COUNT_LIMIT`, `${of}ATTRIBUTE_VALUE_LENGTH_LIMIT`]),
  ...['SPAN_EVENT_COUNT_LIMIT', 'SPAN_LINK_COUNT_LIMIT', 'EVENT_ATTRIBUTE_COUNT_LIMIT', 'LINK_ATTRIBUTE_COUNT_LIMIT'],
  ...['SPAN_ATTRIBUTE_PER_EVENT_COUNT_LIMIT', 'SPAN_ATTRIBUTE_PER_LINK_COUNT_LIMIT'],
  ...['', 'TRACES_', 'METRICS_', 'LOGS_', 'PROFILES_'].flatMap((signal) =>
    ofExporter.map((name) => `EXPORTER_OTLP_${signal}${name}`),
  ),
  ...['EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE', 'EXPORTER_OTLP_METRICS_DEFAULT_HISTOGRAM_AGGREGATION'],
  ...['EXPORTER_OTLP_SPAN_INSECURE', 'EXPORTER_OTLP_METRIC_INSECURE'],
  ...['EXPORTER_ZIPKIN_ENDPOINT', 'EXPORTER_ZIPKIN_TIMEOUT', 'EXPORTER_JAEGER_ENDPOINT', 'EXPORTER_JAEGER_AGENT_HOST'],
  ...['EXPORTER_PROMETHEUS_HOST', 'EXPORTER_PROMETHEUS_PORT', 'METRICS_EXEMPLAR_FILTER'],
  ...['METRIC_EXPORT_INTERVAL', 'METRIC_EXPORT_TIMEOUT', 'EXPERIMENTAL_CONFIG_FILE', 'SEMCONV_STABILITY_OPT_IN'],
  ...['NODE_RESOURCE_DETECTORS', 'NODE_ENABLED_INSTRUMENTATIONS', 'NODE_DISABLED_INSTRUMENTATIONS'],
].map((name) => `OTEL_${name}`);

const start = async (env: Variables): Promise<RunningService> => {
  const service = await startService({ env });
  onTestFinished(() => service.process.kill('SIGKILL'));
  return service;
};

const list = async ({ baseUrl, apiKey }: RunningService): Promise<void> =>
  void (await fetch(`${baseUrl}/pets`, { headers: { Authorization: `Bearer ${apiKey}` } }));

/** Runs a service that gets requests, then stops. Returns what the collector got. */
const exportsOf = async (env: (endpoint: string) => Variables, requests = 1) => {
  const { exports, endpoint } = await startCollector();
  const service = await start(env(endpoint));
  for (let count = 0; count < requests; count++) await list(service);
  expect(await service.stop()).toBe(0);
  return exports;
};

/** The names of the variables that a test below shows to be applied. */
const shown = new Set<string>();

/** Declares a test which shows that variables are applied. */
const shows = (names: readonly string[], body: () => Promise<void>): void => {
  for (const name of names) shown.add(`OTEL_${name}`);
  it(names.join(', '), { timeout: 60_000 }, body);
};

describe('Applied is', () => {
  shows(
    [
      'EXPORTER_OTLP_ENDPOINT',
      'EXPORTER_OTLP_PROTOCOL',
      'EXPORTER_OTLP_HEADERS',
      'EXPORTER_OTLP_COMPRESSION',
      'SERVICE_NAME',
      'RESOURCE_ATTRIBUTES',
    ],
    async () => {
      const [byDefault] = await exportsOf((endpoint) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }));
      expect(byDefault).toMatchObject({ path: '/v1/traces', headers: { 'content-type': 'application/x-protobuf' } });
      expect(byDefault?.headers['content-encoding']).toBe(undefined);
      const [plain] = await exportsOf(inJson);
      expect(plain?.resource).toMatchObject({ 'service.name': 'animal-store', 'telemetry.sdk.language': 'nodejs' });
      const [set] = await exportsOf((endpoint) => ({
        ...inJson(`${endpoint}/base`),
        OTEL_EXPORTER_OTLP_HEADERS: 'x-one=1, x-two=b%20c',
        OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
        OTEL_SERVICE_NAME: 'zoo',
        OTEL_RESOURCE_ATTRIBUTES: 'a=b%20c,service.version=9',
      }));
      expect(set).toMatchObject({
        path: '/base/v1/traces',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', 'x-one': '1', 'x-two': 'b c' },
        resource: { 'service.name': 'zoo', a: 'b c', 'service.version': '9' },
      });
    },
  );

  shows(
    [
      'EXPORTER_OTLP_TRACES_ENDPOINT',
      'EXPORTER_OTLP_TRACES_PROTOCOL',
      'EXPORTER_OTLP_TRACES_HEADERS',
      'EXPORTER_OTLP_TRACES_COMPRESSION',
    ],
    async () => {
      const [set] = await exportsOf((endpoint) => ({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/own`,
        OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_HEADERS: 'x-one=1',
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-one=2',
        OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: 'gzip',
      }));
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'x-one': '2' };
      expect(set).toMatchObject({ path: '/own', headers });
    },
  );

  shows(['SDK_DISABLED', 'TRACES_EXPORTER', 'TRACES_SAMPLER', 'TRACES_SAMPLER_ARG'], async () => {
    const sent = async (env: Variables): Promise<number> =>
      (await exportsOf((endpoint) => ({ ...inJson(endpoint), ...env }))).length;
    expect(await sent({ OTEL_SDK_DISABLED: 'false', OTEL_TRACES_EXPORTER: 'otlp' })).toBe(1);
    expect(await sent({ OTEL_SDK_DISABLED: 'TRUE' })).toBe(0);
    expect(await sent({ OTEL_TRACES_EXPORTER: 'none' })).toBe(0);
    expect(await sent({ OTEL_TRACES_SAMPLER: 'traceidratio' })).toBe(1);
    expect(await sent({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' })).toBe(0);
  });

  for (const of of ['', 'SPAN_'])
    shows([`${of}ATTRIBUTE_COUNT_LIMIT`, `${of}ATTRIBUTE_VALUE_LENGTH_LIMIT`], async () => {
      const limits = { [`OTEL_${of}ATTRIBUTE_COUNT_LIMIT`]: '1', [`OTEL_${of}ATTRIBUTE_VALUE_LENGTH_LIMIT`]: '2' };
      const [set] = await exportsOf((endpoint) => ({ ...inJson(endpoint), ...limits }));
      expect(set?.spans.map(({ attributes }) => attributes)).toEqual([{ 'http.request.method': 'GE' }]);
    });

  shows(['BSP_MAX_EXPORT_BATCH_SIZE'], async () => {
    const sizes = async (env: Variables): Promise<readonly number[]> =>
      (await exportsOf((endpoint) => ({ ...inJson(endpoint), OTEL_BSP_SCHEDULE_DELAY: '3600000', ...env }), 3)).map(
        ({ spans }) => spans.length,
      );
    expect([await sizes({}), await sizes({ OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1' })]).toEqual([[3], [1, 1, 1]]);
  });

  shows(['BSP_MAX_QUEUE_SIZE'], async () => {
    const held = Promise.withResolvers<void>();
    const { exports, spans, endpoint } = await startCollector(undefined, held.promise);
    const service = await start({ ...inJson(endpoint), OTEL_BSP_MAX_QUEUE_SIZE: '1' });
    await list(service);
    await waitFor(service.process, () => exports[0], 'The first span');
    // One of these waits, and the others are dropped.
    for (let count = 0; count < 3; count++) await list(service);
    held.resolve();
    expect(await service.stop()).toBe(0);
    expect(spans()).toHaveLength(2);
  });

  shows(['BSP_SCHEDULE_DELAY'], async () => {
    const { exports, endpoint } = await startCollector();
    const service = await start({ ...inJson(endpoint), OTEL_BSP_SCHEDULE_DELAY: '10' });
    await list(service);
    // By default, it is sent after 5 s.
    await waitFor(service.process, () => exports[0], 'The span', 4_000);
  });

  shows(['BSP_EXPORT_TIMEOUT'], async () => {
    const { exports, endpoint } = await startCollector(undefined, new Promise(() => undefined));
    const delays = { OTEL_BSP_SCHEDULE_DELAY: '10', OTEL_BSP_EXPORT_TIMEOUT: '50' };
    const service = await start({ ...inJson(endpoint), ...delays });
    await list(service);
    await waitFor(service.process, () => exports[0], 'The first span');
    await list(service);
    // By default, the next export waits 10 s for the first one.
    await waitFor(service.process, () => exports[1], 'The second span', 8_000);
  });

  for (const of of ['', 'TRACES_'])
    shows([`EXPORTER_OTLP_${of}TIMEOUT`], async () => {
      const { endpoint } = await startCollector(undefined, new Promise(() => undefined));
      const delays = { OTEL_BSP_SCHEDULE_DELAY: '10', [`OTEL_EXPORTER_OTLP_${of}TIMEOUT`]: '50' };
      const service = await start({ ...inJson(endpoint), ...delays });
      await list(service);
      const lost = () => logLines(service.process).find(({ msg }) => String(msg).startsWith('traces are lost'));
      // By default, it waits 10 s.
      expect(await waitFor(service.process, lost, 'The warning', 8_000)).toMatchObject({ level: 40 });
    });

  for (const of of ['', 'TRACES_'])
    shows(
      ['CERTIFICATE', 'CLIENT_CERTIFICATE', 'CLIENT_KEY'].map((name) => `EXPORTER_OTLP_${of}${name}`),
      async () => {
        const folder = temporaryFolder();
        const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
        const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
        const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
        execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
        const pem = { key: readFileSync(key), cert: readFileSync(cert), ca: readFileSync(cert), requestCert: true };
        const sent = async (names: Variables): Promise<number> => {
          const { exports, endpoint } = await startCollector(pem);
          const service = await start({
            ...inJson(endpoint),
            ...Object.fromEntries(
              Object.entries(names).map(([name, file]) => [`OTEL_EXPORTER_OTLP_${of}${name}`, file]),
            ),
          });
          await list(service);
          expect(await service.stop()).toBe(0);
          return exports.length;
        };
        const client = { CLIENT_CERTIFICATE: cert, CLIENT_KEY: key };
        expect(await sent({ CERTIFICATE: cert, ...client })).toBe(1);
        expect([await sent({ CERTIFICATE: cert }), await sent(client)]).toEqual([0, 0]);
      },
    );

  it('each of the variables that have a rule', () => {
    expect(Object.keys(traceVariables).filter((name) => !shown.has(name))).toEqual([]);
    expect([...shown].filter((name) => !(name in traceVariables))).toEqual([]);
  });
});

describe('Named as without effect is', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
  const others = standard.filter((name) => !shown.has(name)).toSorted();

  it('each other standard variable, and one that is misspelt, by a start and by its check', async () => {
    expect([others.length, standard.length - others.length]).toEqual([65, shown.size]);
    const names = [...others, 'OTEL_SAMPLER'].toSorted();
    const env = { ...endpoint, ...Object.fromEntries(names.map((name) => [name, 'x'])) };
    const message = `no effect: ${names.join(', ')}`;
    const service = await start(env);
    expect(logLines(service.process)[0]).toMatchObject({ level: 40, msg: message });
    const check = await runToEnd({ args: ['serve', '--check'], env: { PORT: '0', ADMIN_PORT: '0', ...env } });
    expect(check).toMatchObject({ code: 0, stderr: `animal-store: ${message}\n` });
  });

  it.each<readonly [Variables, readonly string[]]>([
    [{}, []],
    [endpoint, []],
    [{ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '1' }, ['no effect: OTEL_TRACES_SAMPLER_ARG']],
    [{ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '1', OTEL_TRACES_SAMPLER: 'traceidratio' }, []],
    [{ OTEL_SERVICE_NAME: '', OTEL_PROPAGATORS: ' ' }, []],
    [
      { OTEL_SERVICE_NAME: 'zoo', OTEL_TRACES_EXPORTER: 'otlp' },
      [
        'no effect: OTEL_SERVICE_NAME, OTEL_TRACES_EXPORTER, because traces are off: OTEL_EXPORTER_OTLP_ENDPOINT is not set',
      ],
    ],
    [
      { ...endpoint, OTEL_SDK_DISABLED: 'true', OTEL_SERVICE_NAME: 'zoo' },
      ['no effect: OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME, because traces are off: OTEL_SDK_DISABLED is true'],
    ],
    [
      { ...endpoint, OTEL_TRACES_EXPORTER: 'none' },
      ['no effect: OTEL_EXPORTER_OTLP_ENDPOINT, because traces are off: OTEL_TRACES_EXPORTER is none'],
    ],
  ])('what has none in %j', (environment, warnings) => {
    expect(traceWarnings(environment)).toEqual(warnings);
  });
});

it('loads nothing of OpenTelemetry without a collector', async () => {
  const env = { NODE_DEBUG: 'module', PORT: 'x' };
  const { stderr } = await runToEnd({ args: ['serve'], env });
  expect([stderr.includes('PORT must be'), /sdk-trace|instrumentation/.test(stderr)]).toEqual([true, false]);
});
