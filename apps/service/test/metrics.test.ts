import { afterGroup } from '@animal-store/testkit/at-end';
import { freePort } from '@animal-store/testkit/free-port';
import { rawRequest } from '@animal-store/testkit/http';
import { type RunningService, startService } from '@animal-store/testkit/service';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { connect } from './checked.ts';
import { sendAndRead } from './hostile-messages.ts';
import { scrape, valuesOf } from './scrape.ts';

let service: RunningService;
const atEnd = afterGroup();
beforeAll(async () => {
  service = await startService({ ADMIN_PORT: `${await freePort()}`, ANIMAL_STORE_REVISION: 'abc123' }, atEnd);
}, 30_000);

it('The metrics name the version, the commit, Node.js and the store', async () => {
  const info = (await scrape(service)).find(({ name }) => name === 'animal_store_build_info');
  const labels = { version: manifest.version, revision: 'abc123', node: process.versions.node, store: 'memory' };
  expect(info).toEqual({ name: 'animal_store_build_info', labels, value: 1 });
});

it('The metrics of a store in memory have no connections to a database', async () => {
  const names = (await scrape(service)).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('db_client_connection'))).toEqual([]);
});

describe('After two requests with the key, one without, one with another key and a message that is not HTTP', () => {
  let samples: Awaited<ReturnType<typeof scrape>>;
  beforeAll(async () => {
    for (const key of [service.apiKey, service.apiKey, '', service.apiKey.slice(0, -1)])
      await fetch(`${service.origin}/v1/pets`, { headers: key === '' ? {} : { Authorization: `Bearer ${key}` } });
    await sendAndRead(service.origin, '\0\r\n\r\n');
    samples = await scrape(service);
  });

  it.each([
    ['http_server_request_duration_seconds_count', { 'GET /v1/pets 200': 2, 'GET /v1/pets 401': 2 }],
    ['animal_store_authentication_failures_total', { missing: 1, malformed: 1 }],
    ['http_server_refused_messages_total', { invalid_request: 1 }],
  ])('%s is %j', (name, values) => {
    expect(valuesOf(samples, name)).toEqual(values);
  });
});

it('The metrics show the limits, and a request in flight', async () => {
  const connection = await connect(service.origin);
  onTestFinished(connection.destroy);
  const headers = ['Host: localhost', `Authorization: Bearer ${service.apiKey}`, 'Content-Type: application/json'];
  connection.send(rawRequest('POST /v1/pets HTTP/1.1', [...headers, 'Content-Length: 9', 'Expect: 100-continue']));
  await connection.readResponse({ method: 'POST' });
  const samples = await scrape(service);
  expect(valuesOf(samples, 'animal_store_limit')).toEqual({ connections: 1_500, requests: 500 });
  expect(valuesOf(samples, 'animal_store_in_use')).toMatchObject({ requests: 1 });
});
