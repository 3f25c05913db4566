import { freePort } from '@animal-store/testkit/free-port';
import { rawRequest } from '@animal-store/testkit/http';
import { startService } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { connect } from './checked.ts';
import { sendAndRead } from './hostile-messages.ts';
import { scrape, valuesOf } from './metrics/scrape.ts';

it('counts requests, refused keys and messages that were no HTTP, each once, and shows requests in flight', async () => {
  const started = await startService({ ADMIN_PORT: `${await freePort()}`, ANIMAL_STORE_REVISION: 'abc123' });
  const authorized = { Authorization: `Bearer ${started.apiKey}` };
  const get = async (headers: Readonly<Record<string, string>>): Promise<number> =>
    (await fetch(`${started.origin}/v1/pets`, { headers })).status;
  expect([await get(authorized), await get(authorized), await get({})]).toEqual([200, 200, 401]);
  expect(await get({ Authorization: `Bearer ${started.apiKey.slice(0, -1)}` })).toBe(401);
  await sendAndRead(started.origin, '\0\r\n\r\n');

  const samples = await scrape(started);
  expect(samples.find(({ name }) => name === 'animal_store_build_info')).toEqual({
    name: 'animal_store_build_info',
    labels: { version: manifest.version, revision: 'abc123', node: process.versions.node, store: 'memory' },
    value: 1,
  });
  expect(valuesOf(samples, 'http_server_request_duration_seconds_count')).toEqual({
    'GET /v1/pets 200': 2,
    'GET /v1/pets 401': 2,
  });
  expect(valuesOf(samples, 'animal_store_authentication_failures_total')).toEqual({ missing: 1, malformed: 1 });
  expect(valuesOf(samples, 'http_server_refused_messages_total')).toEqual({ invalid_request: 1 });
  expect(samples.filter(({ name }) => name.startsWith('db_client_connection'))).toEqual([]);

  const connection = await connect(started.origin);
  const headers = ['Host: localhost', `Authorization: Bearer ${started.apiKey}`, 'Content-Type: application/json'];
  connection.send(rawRequest('POST /v1/pets HTTP/1.1', [...headers, 'Content-Length: 9', 'Expect: 100-continue']));
  expect((await connection.readResponse({ method: 'POST' })).status).toBe(100);
  const inFlight = await scrape(started);
  expect(valuesOf(inFlight, 'animal_store_in_use')).toMatchObject({ requests: 1 });
  expect(valuesOf(inFlight, 'animal_store_limit')).toEqual({ connections: 1_500, requests: 500 });
  connection.destroy();
});
