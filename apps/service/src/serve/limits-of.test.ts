import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { decodeConfiguration } from '../configuration/configuration.ts';
import { serviceLimits } from '../configuration/limits.ts';
import { limitsOf } from './limits-of.ts';

const { server, requests, lookups } = serviceLimits;

it('the configuration can change six of the bounds', () => {
  const changed = {
    MAX_CONNECTIONS: '1001',
    MAX_REQUESTS_IN_FLIGHT: '1002',
    MAX_BYTES_IN_FLIGHT: '1048577',
    MAX_BYTES_BEING_READ: '1048578',
    MAX_KEY_SHARE_PERCENT: '53',
    CLIENTS_WITHOUT_KEY: 'trusted',
  };
  const configured = decodeConfiguration(changed);
  expect(E.isRight(configured) && limitsOf(configured.right)).toEqual({
    server: { ...server, maxConnections: 1001, maxKeySharePercent: 53, strangers: 'trusted' },
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
