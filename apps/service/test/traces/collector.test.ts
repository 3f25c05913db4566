import { createServer } from 'node:http';
import { logLines, runToEnd, startService, waitFor } from '@animal-store/testkit/service';
import { startServer } from '@animal-store/testkit/start-server';
import { expect, it } from 'vitest';

it('loads nothing of OpenTelemetry without a collector', async () => {
  const env = { NODE_DEBUG: 'module', PORT: 'x' };
  const { stderr } = await runToEnd({ args: ['serve'], env });
  expect([stderr.includes('PORT must be'), /sdk-trace|instrumentation/.test(stderr)]).toEqual([true, false]);
});

it('serves while the collector refuses the spans, and logs that and the wrong variables without their values', async () => {
  let status = 401;
  const port = await startServer(createServer((_, res) => res.writeHead(status).end()));
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://clerk:s3cret@127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=s3cret',
    OTEL_TRACES_SAMPLER: 's3cret',
    OTEL_BSP_SCHEDULE_DELAY: '10',
  };
  const service = await startService(env);
  const headers = { Authorization: `Bearer ${service.apiKey}` };
  const messages = () => logLines(service.process).flatMap(({ msg, level, route }) => (route ? [] : [[level, msg]]));
  const expected: unknown[] = [
    [40, 'OpenTelemetry does not take the value of OTEL_TRACES_SAMPLER'],
    [30, 'listening'],
  ];
  for (const change of [
    [40, 'traces are lost: the collector does not take them'],
    [30, 'the collector takes traces again'],
  ]) {
    expected.push(change);
    for (let count = 0; count < 2; count++)
      expect((await fetch(`${service.baseUrl}/pets`, { headers })).status).toBe(200);
    await waitFor(service.process, () => messages()[expected.length - 1], String(change[1]));
    status = 200;
  }
  expect(await service.stop()).toBe(0);
  expect(messages()).toEqual([...expected, [30, 'stopping'], [30, 'stopped']]);
  expect(service.process.stdout() + service.process.stderr()).not.toContain('s3cret');
});
