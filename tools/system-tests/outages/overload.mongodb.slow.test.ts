import { eventually } from '@animal-store/testkit/eventually';
import { rawRequest, type Timed } from '@animal-store/testkit/http';
import { behindProxy, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { putKey, requestLines, startOnMongodb, untilReady } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import { clientOf } from '../checked.ts';
import { flood } from './flood.ts';

const slots = 50;
const load = { connections: 200, each: 5 };
const tooMany = load.connections * load.each;

const errorText = (message: string): string => JSON.stringify({ code: 'service_unavailable', message, status: 503 });
const storeIsSlow = errorText('the store cannot answer at the moment; try again');
const refusal = errorText('too many requests are in flight; retry later');

describeOnMongodb('A service with more requests than its limit while its store is slow', (database) => {
  it('refuses excess requests at once, stays alive, and recovers', { timeout: 60_000 }, async (test) => {
    const apiKey = await putKey(database);
    // While the store is unavailable, every operation waits until its time limit of 4.5 s.
    const { proxy, uri } = await behindProxy(test, `${database.uri}&socketTimeoutMS=20000&waitQueueTimeoutMS=20000`);
    const service = await startOnMongodb({
      uri,
      apiKey,
      env: { MAX_REQUESTS_IN_FLIGHT: `${slots}`, MAX_KEY_SHARE_PERCENT: '100' },
    });
    test.onTestFinished(() => service.process.kill('SIGKILL'));
    const [client, health] = [clientOf(test, service), clientOf(test, service)];
    const list = (): Promise<Timed> => client.get('/v1/pets');
    expect((await list()).status).toBe(200);

    await proxy.become({ kind: 'black hole' });
    let ended = 0;
    let isOver = false;
    const slow = Array.from({ length: slots }, async () => {
      const response = await client.get('/v1/pets/1');
      ended += 1;
      return response;
    });
    const request = rawRequest('GET /v1/pets HTTP/1.1', ['Host: localhost', `Authorization: Bearer ${apiKey}`]);
    // A path that does not exist needs a slot, but no response of MongoDB.
    const probe = rawRequest('GET /v1/nothing HTTP/1.1', ['Host: localhost', `Authorization: Bearer ${apiKey}`]);
    await eventually(2_000, async () => {
      const [response] = await flood(service.origin, { request: probe, connections: 1, each: 1 });
      return response?.startsWith('HTTP/1.1 503') || undefined;
    });

    const livez = async (): Promise<readonly number[]> => {
      const statuses: number[] = [];
      while (!isOver) statuses.push((await health.get('/livez')).status);
      return statuses;
    };
    const alive = livez();
    const responses = await flood(service.origin, { request, ...load });
    isOver = true;
    // No refusal has waited for the end of a slow request.
    expect(ended).toBe(0);
    expect(new Set(await alive)).toEqual(new Set([200]));

    expect(responses.length).toBe(tooMany);
    const lines = responses.map((response) => response.split('\r\n'));
    expect(new Set(lines.flatMap((all) => all.filter((line) => !/^(?:Date|X-Request-Id): /.test(line))))).toEqual(
      new Set([
        'HTTP/1.1 503 Service Unavailable',
        'Cache-Control: no-store',
        'X-Content-Type-Options: nosniff',
        'Content-Type: application/json',
        'Retry-After: 1',
        `Content-Length: ${refusal.length}`,
        'Connection: keep-alive',
        'Keep-Alive: timeout=65',
        '',
        refusal,
      ]),
    );
    expect(new Set(lines.flatMap((all) => all.filter((line) => line.startsWith('X-Request-Id: ')))).size).toBe(tooMany);

    expect((await Promise.all(slow)).map(({ text }) => text)).toEqual(Array(slots).fill(storeIsSlow));
    await proxy.become({ kind: 'none' });
    await untilReady(health);
    expect((await list()).status).toBe(200);
    expect(await service.stop()).toBe(0);
    const reasons = requestLines(service).map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason === 'too much is in flight in this process').length).toBe(tooMany);
  });
});
