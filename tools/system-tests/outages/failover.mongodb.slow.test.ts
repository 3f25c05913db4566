import { eventually } from '@animal-store/testkit/eventually';
import type { Client } from '@animal-store/testkit/http';
import { describeOnReplicaSet, type Member } from '@animal-store/testkit/mongodb';
import { putKey, type RunningService, startOnMongodb } from '@animal-store/testkit/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../checked.ts';
import { bound } from './bounds.ts';
import { startLoad } from './load.ts';
import { storedAnimals } from './stored-animals.ts';

describeOnReplicaSet('Two instances under load, on a replica set whose primary', 3, (on) => {
  let services: readonly RunningService[] = [];
  let clients: readonly Client[] = [];

  beforeAll(async () => {
    const apiKey = await putKey(on());
    services = await Promise.all([1, 2].map(() => startOnMongodb({ uri: on().set.uri, apiKey })));
    clients = services.map((service) => createClient(service));
  }, 60_000);
  afterAll(async () => {
    for (const client of clients) client.close();
    expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0]);
  });

  const untilAnother = (old: Member): Promise<Member> =>
    eventually(20_000, async () => {
      const primary = await on().set.primary();
      return primary === old ? undefined : primary;
    });

  const failures: readonly (readonly [string, (primary: Member) => Promise<unknown>])[] = [
    [
      'steps down',
      async (primary) => {
        await primary.stepDown();
        await untilAnother(primary);
      },
    ],
    [
      'is killed',
      async (primary) => {
        await primary.kill();
        await untilAnother(primary);
        await primary.start();
      },
    ],
    [
      'is frozen',
      async (primary) => {
        await primary.pause();
        await untilAnother(primary);
        await primary.unpause();
      },
    ],
  ];

  for (const [what, fail] of failures) {
    it(`${what}: clients get only 200, 201 and 503, and every acknowledged animal is stored once`, {
      timeout: 90_000,
    }, async () => {
      const prefix = what.replaceAll(' ', '-');
      const load = startLoad(clients, prefix);
      await load.untilMore(25);
      await fail(await on().set.primary());
      await load.untilMore(25);
      const { acknowledged, added, read, slowest } = await load.stop();

      expect([...added.keys()].filter((status) => ![201, 503].includes(status))).toEqual([]);
      expect([...read.keys()].filter((status) => ![200, 503].includes(status))).toEqual([]);
      expect(slowest).toBeLessThan(bound);
      const stored = [...(await storedAnimals(on()))].filter(([name]) => name.startsWith(prefix));
      expect(new Map(stored)).toEqual(new Map([...acknowledged].map(([name, id]) => [name, [id]])));
    });
  }
});
