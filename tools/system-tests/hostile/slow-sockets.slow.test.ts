import { setTimeout as pause } from 'node:timers/promises';
import { add, list } from '@animal-store/testkit/animals';
import { type ContractApi, rawRequest } from '@animal-store/testkit/http';
import { logLines, startService, waitFor } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import { createContractApi } from '../checked.ts';
import { type Closing, openSlowSockets, type SlowSocket } from './open-slow-sockets.ts';

/** The longest time, in milliseconds, of 99 of 100 responses to a healthy client. */
const bound = 100;

const headersTimeout = 10_000;
const requestTimeout = 30_000;
const responseTimeout = 30_000;

/** The tolerance for closing a connection, in milliseconds, because limits are checked once a second. */
const slack = 3_000;

const unreadSockets = 5;

const p99 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY;

/** Lists and adds animals, one request after another, and returns how many milliseconds each took. */
const requestUntil = async (api: ContractApi, isOver: () => boolean): Promise<readonly number[]> => {
  const times: number[] = [];
  while (!isOver()) {
    const begin = performance.now();
    if (times.length % 10 === 0) await add(api, { name: 'healthy', categoryId: 1 });
    else await list(api, '/v1/pets?limit=20&status=sold');
    times.push(performance.now() - begin);
    await pause(10);
  }
  return times;
};

const closingsOf = (sockets: readonly SlowSocket[]): Promise<readonly Closing[]> =>
  Promise.all(sockets.map(({ closed }) => closed));

const isInTime =
  (limit: number) =>
  (milliseconds: number): boolean =>
    milliseconds > limit - 500 && milliseconds < limit + slack;

it('1,000 slow sockets are closed in time, and a healthy client notices nothing', {
  timeout: 120_000,
}, async (test) => {
  const service = await startService({
    form: 'built',
    // The unread responses hold 200 MB, which all count to one key.
    env: { MAX_BYTES_IN_FLIGHT: '1000000000', MAX_KEY_SHARE_PERCENT: '100' },
  });
  const { origin, apiKey } = service;
  test.onTestFinished(() => service.process.kill('SIGKILL'));
  const api = createContractApi(() => service);
  test.onTestFinished(api.close);
  // A page of these animals has six megabytes. Two pages exceed the buffers of the system for a client that does not
  // read.
  for (let index = 0; index < 100; index++) await add(api, { name: 'x'.repeat(60_000), categoryId: 1 });

  const end = performance.now() + 3_000;
  const alone = await requestUntil(api, () => performance.now() > end);

  const known = ['Host: localhost', `Authorization: Bearer ${apiKey}`];
  const json = [...known, 'Content-Type: application/json', 'Content-Length: 60000'];
  const page = (index: number): string =>
    rawRequest('GET /v1/pets?limit=100 HTTP/1.1', [...known, `X-Request-Id: deaf-${index}`]);
  const open = await Promise.all([
    openSlowSockets(origin, { count: 320, begin: () => '' }),
    openSlowSockets(origin, { count: 320, begin: () => 'GET /v1/pets HTTP/1.1\r\nHost: localhost\r\nX: ', drip: 'x' }),
    openSlowSockets(origin, { count: 160, begin: () => rawRequest('POST /v1/pets HTTP/1.1', json, '{'), drip: ' ' }),
    openSlowSockets(origin, { count: 195, begin: () => rawRequest('POST /v1/pets HTTP/1.1', json, '{') }),
    openSlowSockets(origin, { count: unreadSockets, begin: (index) => page(index).repeat(2), isDeaf: true }),
  ]);
  let isOver = false;
  const among = requestUntil(api, () => isOver);

  const [silent, headers, bodies, stalledBodies] = open;
  for (const [sockets, limit] of [
    [silent, headersTimeout],
    [headers, headersTimeout],
    [bodies, requestTimeout],
    [stalledBodies, requestTimeout],
  ] as const) {
    const closings = await closingsOf(sockets);
    expect(closings.map(({ after }) => after).filter((after) => !isInTime(limit)(after))).toEqual([]);
    expect(new Set(closings.map(({ received }) => received.split('\r\n')[0]))).toEqual(
      new Set(['HTTP/1.1 408 Request Timeout']),
    );
  }

  // A client that does not read does not see the end of its connection, so the log is checked.
  const cutOff = await waitFor(
    service.process,
    () => {
      const lines = logLines(service.process).filter(
        ({ requestId, aborted }) => aborted === true && String(requestId).startsWith('deaf-'),
      );
      return new Set(lines.map(({ requestId }) => requestId)).size === unreadSockets ? lines : undefined;
    },
    'The end of the connections that are not read',
    responseTimeout,
  );
  isOver = true;
  const times = await among;
  expect(
    cutOff.map(({ duration }) => Number(duration)).filter((duration) => !isInTime(responseTimeout)(duration)),
  ).toEqual([]);
  expect(p99(alone)).toBeLessThan(bound);
  expect(p99(times)).toBeLessThan(bound);
});
