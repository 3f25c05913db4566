import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { decodeConfiguration } from './configuration.ts';
import { largestPage, limitsOf, memoryNeed, serviceLimits } from './limits.ts';

const { server, requests, lookups } = serviceLimits;
const mebibyte = 1024 * 1024;

const deployed = (path: string): string => readFileSync(projectFile(path), 'utf8');

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

it('an instance of deploy/kubernetes has the memory that the bounds need', () => {
  const deployment = parse(deployed('deploy/kubernetes/deployment.yaml'));
  const { memory } = deployment.spec.template.spec.containers[0].resources.limits;
  expect(memory).toBe('512Mi');
  expect(memoryNeed(serviceLimits)).toBeLessThan(512 * mebibyte);
});

it('an instance of compose.yaml has as much', () => {
  expect(parse(deployed('compose.yaml')).services.service.mem_limit).toBe('512m');
});

it('the configuration can change five of the bounds', () => {
  const changed = {
    MAX_CONNECTIONS: '1001',
    MAX_REQUESTS_IN_FLIGHT: '1002',
    MAX_BYTES_IN_FLIGHT: '1048577',
    MAX_BYTES_BEING_READ: '1048578',
    MAX_KEY_SHARE_PERCENT: '53',
  };
  const configured = decodeConfiguration(changed);
  expect(E.isRight(configured) && limitsOf(configured.right)).toEqual({
    server: { ...server, maxConnections: 1001 },
    requests: {
      ...requests,
      maxRequestsInFlight: 1002,
      maxBytesInFlight: 1_048_577,
      maxBytesBeingRead: 1_048_578,
      maxKeySharePercent: 53,
    },
    lookups,
  });
});
