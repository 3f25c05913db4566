import type { ApiKeyId } from '@animal-store/access';
import { createOpenApiDocument, type RequestReport } from '@animal-store/adapter-http-koa';
import { either as E, taskEither as TE } from 'fp-ts';
import { expect, it } from 'vitest';
import { createMongoMetrics } from '../stores/mongodb-metrics.ts';
import { createMetrics } from './metrics.ts';

const setUp = () => {
  const failures: unknown[] = [];
  const metrics = createMetrics((error) => failures.push(error));
  const linesOf = async (name: string): Promise<readonly string[]> =>
    (await metrics.read()).split('\n').filter((line) => line.startsWith(name) && !line.endsWith(' 0'));
  return { failures, metrics, linesOf };
};

const report: RequestReport = {
  requestId: 'r1',
  method: 'GET',
  route: '/v1/pets',
  status: 200,
  duration: 4,
  aborted: false,
};

it('reports a failure to count, and throws neither into a request nor into the driver', () => {
  const { metrics, failures } = setUp();
  metrics.observe({ ...report, duration: Number.NaN });
  metrics.add(createMongoMetrics).pool.checkedOut(Number.POSITIVE_INFINITY);
  expect(failures).toEqual(
    [Number.NaN, Number.POSITIVE_INFINITY].map((value) => new TypeError(`Value is not a valid number: ${value}`)),
  );
});

it('counts as failures what has one, whatever the status', async () => {
  const { metrics, linesOf } = setUp();
  metrics.observe({ ...report, status: 500, failure: new Error('a bug') });
  metrics.observe({ ...report, route: '/readyz', status: 503 });
  expect(await linesOf('http_server_request_failures_total')).toEqual([
    'http_server_request_failures_total{status="500"} 1',
  ]);
});

it('has a label for each method of the OpenAPI document, for HEAD and for OPTIONS, and one for all others', async () => {
  const { metrics, linesOf } = setUp();
  const documented = Object.values(createOpenApiDocument({ base: '/v1' }).paths).flatMap(Object.keys);
  const methods = [...new Set(documented.map((method) => method.toUpperCase())), 'HEAD', 'OPTIONS'];
  for (const method of [...methods, 'MKCALENDAR', 'X1']) metrics.observe({ ...report, method });
  const lines = await linesOf('http_server_request_duration_seconds_count');
  expect(lines.map((line) => /method="(\w+)"/.exec(line)?.[1])).toEqual([...methods, 'other']);
});

it('has no more series after any number of requests that differ in all that clients choose', async () => {
  const { metrics } = setUp();
  const afterRequests = async (count: number): Promise<number> => {
    for (let n = 0; n < count; n += 1) {
      const sent = { requestId: `r${n}`, method: `X${n}`, petId: `${n}`, traceparent: `t${n}`, duration: n };
      metrics.observe({ ...report, ...sent, apiKeyId: `k${n}` as ApiKeyId, failure: new Error(`bug ${n}`) });
    }
    return (await metrics.read()).split('\n').length;
  };
  const one = await afterRequests(1);
  expect(await afterRequests(100)).toBe(one);
});

it('begins counters at zero, so that their first event is a rise', async () => {
  const { metrics } = setUp();
  const zeros = (await metrics.read()).split('\n').filter((line) => /^(http_server|animal_store).* 0$/.test(line));
  expect(zeros).toEqual([
    'http_server_active_requests 0',
    'http_server_request_failures_total{status="500"} 0',
    'http_server_request_failures_total{status="503"} 0',
    ...['slot', 'bytes', 'list', 'outage', 'full'].map(
      (cause) => `http_server_refused_requests_total{status="503",cause="${cause}"} 0`,
    ),
    ...['share', 'rate'].map((cause) => `http_server_refused_requests_total{status="429",cause="${cause}"} 0`),
    ...['missing', 'malformed', 'unknown', 'expired', 'revoked'].map(
      (reason) => `animal_store_authentication_failures_total{reason="${reason}"} 0`,
    ),
  ]);
});

it('follows the connections of the pool', async () => {
  const { metrics, linesOf } = setUp();
  const { pool } = metrics.add(createMongoMetrics);
  pool.poolCreated(7);
  // One that was never used.
  pool.connectionCreated();
  pool.connectionClosed();
  for (const wait of [0, 20]) {
    pool.connectionCreated();
    pool.checkoutStarted();
    pool.checkedOut(wait);
  }
  for (const reason of ['timeout', 'other'] as const) {
    pool.checkoutStarted();
    pool.checkoutFailed(reason);
  }
  pool.checkoutStarted();
  pool.checkedIn();
  expect(await linesOf('db_client_connection_')).toEqual([
    'db_client_connection_max 7',
    'db_client_connection_pending_requests 1',
    'db_client_connection_count{state="used"} 1',
    'db_client_connection_count{state="idle"} 1',
    ...[0.0001, 0.001, 0.01].map((bound) => `db_client_connection_wait_time_seconds_bucket{le="${bound}"} 1`),
    ...[0.05, 0.1, 0.25, 0.5, 1, '+Inf'].map((le) => `db_client_connection_wait_time_seconds_bucket{le="${le}"} 2`),
    'db_client_connection_wait_time_seconds_sum 0.02',
    'db_client_connection_wait_time_seconds_count 2',
    'db_client_connection_checkout_failures_total{reason="timeout"} 1',
    'db_client_connection_checkout_failures_total{reason="other"} 1',
  ]);
});

it('measures how operations end, and hands on how they did', async () => {
  const { metrics, linesOf } = setUp();
  const time = metrics.time('pets.add');
  const reused = E.left({ _tag: 'IdempotencyKeyReused' });
  const away = E.left({ _tag: 'RepositoryUnavailable' });
  const bug = new Error('a bug');
  expect(await time(TE.right(1))()).toEqual(E.right(1));
  expect(await time(TE.fromEither(reused))()).toBe(reused);
  expect(await time(TE.fromEither(away))()).toBe(away);
  await expect(time(() => Promise.reject(bug))()).rejects.toBe(bug);
  expect(await linesOf('db_client_operation_duration_seconds_count')).toEqual([
    'db_client_operation_duration_seconds_count{operation="pets.add",outcome="completed"} 2',
    'db_client_operation_duration_seconds_count{operation="pets.add",outcome="unavailable"} 1',
    'db_client_operation_duration_seconds_count{operation="pets.add",outcome="failed"} 1',
  ]);
});
