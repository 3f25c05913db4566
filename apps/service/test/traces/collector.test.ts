import { createServer } from 'node:http';
import { logLines, runToEnd, startService, waitFor } from '@animal-store/testkit/service';
import { startServer } from '@animal-store/testkit/start-server';
import { expect, it } from 'vitest';

it('loads nothing of OpenTelemetry without a collector', async () => {
  const env = { NODE_DEBUG: 'module', PORT: 'x' };
  const { stderr } = await runToEnd({ args: ['serve'], env });
  expect([stderr.includes('PORT must be'), /sdk-trace|instrumentation/.test(stderr)]).toEqual([true, false]);
});

it('serves while the collector refuses the spans, and logs this once, its end once, and no secret', async () => {
  let status = 401;
  const port = await startServer(createServer((_, res) => res.writeHead(status).end()));
  const service = await startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://clerk:s3cret@127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=s3cret',
    OTEL_TRACES_SAMPLER: 's3cret',
    OTEL_BSP_SCHEDULE_DELAY: '10',
  });
  const messages = () => logLines(service.process).flatMap(({ msg, level, route }) => (route ? [] : [[level, msg]]));
  const sendTwoRequests = async (): Promise<void> => {
    const headers = { Authorization: `Bearer ${service.apiKey}` };
    for (let count = 0; count < 2; count++)
      expect((await fetch(`${service.baseUrl}/pets`, { headers })).status).toBe(200);
  };
  await sendTwoRequests();
  await waitFor(service.process, () => messages()[2], 'The message about the refusal');
  status = 200;
  await sendTwoRequests();
  await waitFor(service.process, () => messages()[3], 'The message about its end');
  expect(await service.stop()).toBe(0);
  expect(messages()).toEqual([
    [40, 'OpenTelemetry does not take the value of OTEL_TRACES_SAMPLER'],
    [30, 'listening'],
    [40, 'traces are lost: the collector does not take them'],
    [30, 'the collector takes traces again'],
    [30, 'stopping'],
    [30, 'stopped'],
  ]);
  expect(service.process.stdout() + service.process.stderr()).not.toContain('s3cret');
});
