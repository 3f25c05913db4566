import { expect, it } from 'vitest';
import { serviceLimits } from './limits.ts';

/** The largest page, in bytes: 100 animals whose names fill their bodies. */
const largestPage = 100 * 64 * 1024;

const { server, requests, lookups } = serviceLimits;
it.each<readonly [what: string, smaller: number, larger: number]>([
  ['a request without a known key finds room for its lookup', requests.maxUnauthenticatedInFlight, lookups.waiting],
  ['a revocation is valid within 10 s', lookups.cacheTime + lookups.checkTime, 10_000],
  ['a load balancer closes idle connections first', 60_000, server.keepAliveTimeout - 1],
  ['headers arrive before the request', server.headersTimeout, server.requestTimeout],
  ['one key can read the largest page', largestPage, (requests.maxBytesInFlight * requests.maxKeySharePercent) / 100],
  [
    'the largest page can be read by one key',
    largestPage,
    (requests.maxBytesBeingRead * requests.maxKeySharePercent) / 100,
  ],
  ['reading from a connection stops before it is cut off', server.maxUnansweredRead + 1, server.maxUnanswered],
  ['one connection fits into the bound of all', server.maxUnanswered, server.maxUnansweredInAll],
  ['each request in flight can have a connection', requests.maxRequestsInFlight, server.maxConnections],
])('the bounds are consistent: %s', (_, smaller, larger) => {
  expect(smaller).toBeLessThanOrEqual(larger);
});
