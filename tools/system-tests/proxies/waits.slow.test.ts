import { join } from 'node:path';
import { describeNeeding } from '@animal-store/testkit/needs';
import { issueKey, startService } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';
import { exchange, type Outcome, spell } from './exchange.ts';
import { after, cut, hang, respond, startInstance } from './instances.ts';
import { addPet } from './send.ts';
import { needsProxies, type ProxyName, startProxy } from './start-proxy.ts';

/** How long clients wait for a response, in milliseconds. */
const clientsWait = 10_000;

const unavailable = '503 service_unavailable retry-after=1 cors';
const get = spell('GET /v1/pets HTTP/1.1');
const post = spell('POST /v1/pets HTTP/1.1', ['Content-Length: 0']);
const keyed = spell('POST /v1/pets HTTP/1.1', ['Content-Length: 0', 'Idempotency-Key: a']);

type Pair = readonly [one: typeof respond, two: typeof respond];
const legal = after(6_500, respond);
const late = after(6_000, cut);

type Outcomes = readonly Outcome[];
/** Two instances, some requests one after another, and their outcomes behind nginx and HAProxy. The order is not known. */
type Row = readonly [what: string, Pair, requests: readonly string[], nginx: Outcomes, haproxy: Outcomes];
const nothing = [unavailable];
const rows: readonly Row[] = [
  ['a GET while both hang', [hang, hang], [get], nothing, nothing],
  ['a POST while both hang', [hang, hang], [post], nothing, nothing],
  ['a POST with a key while both hang', [hang, hang], [keyed], nothing, nothing],
  ['a GET while both cut the connection after 6 s', [late, late], [get], nothing, nothing],
  // nginx notices nothing. It sends every second request to the other instance, which a retry of a client reaches.
  ['two GETs while one hangs', [hang, respond], [get, get], ['200', unavailable], ['200', '200']],
  ['a POST while both need 6.5 s', [legal, legal], [post], ['200'], ['200']],
];

const proxies: readonly ProxyName[] = ['nginx', 'haproxy'];

describeNeeding(
  needsProxies,
  `Within the ${clientsWait / 1000} s that clients wait`,
  () => {
    it.concurrent.for(proxies.flatMap((proxy) => rows.map((row) => [proxy, row[0], row] as const)))(
      '%s responds to %s',
      async ([proxy, , [, [one, two], requests, ...expected]], { onTestFinished: atEnd }) => {
        const ports = [await startInstance(one, atEnd), await startInstance(two, atEnd)] as const;
        const { port } = await startProxy(proxy, ports, atEnd);
        const outcomes: Outcome[] = [];
        for (const request of requests) {
          const start = performance.now();
          outcomes.push(await exchange(port, request));
          expect(performance.now() - start).toBeLessThan(clientsWait);
        }
        expect(outcomes.toSorted()).toEqual(expected[proxies.indexOf(proxy)]);
      },
    );

    it.each(proxies)('%s: retries with a key add one animal, although an instance was frozen', async (proxy) => {
      const SQLITE_FILE = join(temporaryFolder(), 'animals.db');
      const { key } = await issueKey({ SQLITE_FILE });
      const [frozen, other] = [
        await startService({ API_KEY: '', SQLITE_FILE }),
        await startService({ API_KEY: '', SQLITE_FILE }),
      ];
      const portOf = ({ origin }: typeof other): number => Number(new URL(origin).port);
      const { send } = await startProxy(proxy, [portOf(frozen), portOf(other)]);
      frozen.process.kill('SIGSTOP');
      const outcomes: (number | undefined)[] = [];
      while (outcomes.filter((status) => status === 201).length < 2 && outcomes.length < 8) {
        const start = performance.now();
        outcomes.push((await send(addPet(key, 'order-17'))).status);
        expect(performance.now() - start).toBeLessThan(clientsWait);
      }
      expect([503, 201]).toEqual(expect.arrayContaining(outcomes));
      // It now runs the requests that it has received.
      frozen.process.kill('SIGCONT');
      const list = await fetch(`${frozen.baseUrl}/pets`, { headers: { Authorization: `Bearer ${key}` } });
      expect(await list.json()).toEqual([{ id: 1, name: 'Rex', categoryId: 1 }]);
    });
  },
  { timeout: 100_000 },
);
