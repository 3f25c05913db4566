import { readFileSync } from 'node:fs';
import { startTcpProxy } from '@animal-store/domain-testkit';
import { afterGroup } from '@animal-store/testkit/at-end';
import { freePort } from '@animal-store/testkit/free-port';
import { behindProxy, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { projectFile } from '@animal-store/testkit/project-file';
import { issueKey, type RunningService, startOnStore } from '@animal-store/testkit/service';
import { beforeAll, expect, it } from 'vitest';
import { clientOf } from './checked.ts';
import { sendAndRead } from './hostile-messages.ts';
import { scrape, valuesOf } from './scrape.ts';

const operations = 'db_client_operation_duration_seconds_count';

/** A metric of the alerts or the dashboard with its matchers, such as `animal_store_ready{job="animal-store"}`. */
const selector = /\b((?:http_server|db_client|animal_store|process|nodejs)_\w+)\{([^}]*)\}/g;
const used = ['prometheus/alerts.yaml', 'grafana/animal-store.json'].flatMap((file) =>
  [...readFileSync(projectFile(`deploy/${file}`), 'utf8').matchAll(selector)].map(([, name, matchers = '']) => ({
    name,
    labels: Array.from(matchers.matchAll(/(\w+)\s*[=!]/g), ([, label]) => label),
  })),
);

describeOnMongodb('The metrics of a service on MongoDB', (database) => {
  const atEnd = afterGroup();
  let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
  let service: RunningService;
  let client: ReturnType<typeof clientOf>;

  // One request of each operation, and a message that is not HTTP.
  beforeAll(async () => {
    const { key } = await issueKey({ MONGODB_URI: database.uri });
    const { uri, ...behind } = await behindProxy(startTcpProxy, { onTestFinished: atEnd }, database.uri);
    proxy = behind.proxy;
    service = await startOnStore({ MONGODB_URI: uri, ADMIN_PORT: `${await freePort()}` }, key, atEnd);
    client = clientOf(service);
    await client.add('Rex');
    await client.get('/v1/pets');
    await client.get('/v1/pets/1');
    await sendAndRead(service.origin, '\0\r\n\r\n');
  }, 60_000);

  it('count the operations on the store, and show its connections', async () => {
    const samples = await scrape(service);
    expect(valuesOf(samples, operations)).toEqual({
      'pets.add completed': 1,
      'pets.list completed': 1,
      'pets.find completed': 1,
      'apiKeys.findByDigest completed': 1,
      'ping completed': expect.any(Number),
    });
    expect(valuesOf(samples, 'animal_store_ready')).toEqual({ '': 1 });
    expect(valuesOf(samples, 'db_client_connection_max')).toEqual({ '': 50 });
    expect(valuesOf(samples, 'db_client_connection_count')).toMatchObject({ idle: expect.any(Number) });
    expect(valuesOf(samples, 'db_client_connection_pending_requests')).toEqual({});
  });

  it('have all metrics and labels of the alerts and the dashboard', async () => {
    const samples = await scrape(service);
    expect(used).not.toEqual([]);
    for (const { name, labels } of used) {
      const found = samples.filter((sample) => sample.name === name);
      // Prometheus itself adds the first two.
      const known = ['job', 'instance', ...found.flatMap((sample) => Object.keys(sample.labels))];
      expect([found.length > 0, known], name).toEqual([true, expect.arrayContaining(labels)]);
    }
  });

  it('count an operation that does not reach the store', async () => {
    await proxy.become({ kind: 'refused' });
    expect((await client.get('/v1/pets')).status).toBe(503);
    const counts = { 'pets.list completed': 1, 'pets.list unavailable': 1 };
    expect(valuesOf(await scrape(service), operations)).toMatchObject(counts);
  });
});
