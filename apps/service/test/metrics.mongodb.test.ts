import { startTcpProxy } from '@animal-store/domain-testkit';
import { freePort } from '@animal-store/testkit/free-port';
import { behindProxy, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { issueKey, startOnStore } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import { clientOf } from './checked.ts';
import { expressions } from './metrics/expressions.ts';
import { scrape, valuesOf } from './metrics/scrape.ts';
import { missingIn, usedMetrics } from './metrics/used-metrics.ts';
import { sendAndRead } from './secrets/hostile-messages.ts';

describeOnMongodb('The metrics of a service on MongoDB', (database) => {
  it('have all metrics and labels of the alerts and the dashboard, and count what happens', async (test) => {
    const { key: apiKey } = await issueKey({ MONGODB_URI: database.uri });
    const { proxy, uri } = await behindProxy(startTcpProxy, test, database.uri);
    const service = await startOnStore({ MONGODB_URI: uri, ADMIN_PORT: `${await freePort()}` }, apiKey);
    test.onTestFinished(() => service.process.kill('SIGKILL'));
    const client = clientOf(service);
    for (let count = 0; count < 52; count++) expect((await client.add('Rex')).status).toBe(201);
    expect((await client.get('/v1/pets?limit=2')).status).toBe(200);
    expect((await client.get('/v1/pets/1')).status).toBe(200);
    await sendAndRead(service.origin, '\0\r\n\r\n');

    const samples = await scrape(service);
    expect(valuesOf(samples, 'db_client_operation_duration_seconds_count')).toEqual({
      'pets.add completed': 52,
      'pets.list completed': 1,
      'pets.find completed': 1,
      'apiKeys.findByDigest completed': 1,
      'ping completed': expect.any(Number),
    });
    expect(valuesOf(samples, 'animal_store_ready')).toEqual({ '': 1 });
    expect(valuesOf(samples, 'db_client_connection_max')).toEqual({ '': 50 });
    expect(valuesOf(samples, 'db_client_connection_count')).toMatchObject({ idle: expect.any(Number) });
    expect(valuesOf(samples, 'db_client_connection_pending_requests')).toEqual({});

    expect(new Set(usedMetrics.map(({ where }) => where))).toEqual(new Set(expressions.map(({ where }) => where)));
    expect(usedMetrics.flatMap(missingIn(samples))).toEqual([]);

    await proxy.become({ kind: 'refused' });
    expect((await client.get('/v1/pets')).status).toBe(503);
    const unavailable = { 'pets.list completed': 1, 'pets.list unavailable': 1 };
    expect(valuesOf(await scrape(service), 'db_client_operation_duration_seconds_count')).toMatchObject(unavailable);
  });
});
