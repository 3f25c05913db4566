import { type ServiceLimits, serviceLimits } from '../configuration/limits.ts';
import type { Configuration } from '../configuration/variables.ts';

/** The bounds of a process with these settings. */
export const limitsOf = (settings: Configuration): ServiceLimits => ({
  server: {
    ...serviceLimits.server,
    maxConnections: settings.MAX_CONNECTIONS,
    maxKeySharePercent: settings.MAX_KEY_SHARE_PERCENT,
    strangers: settings.CLIENTS_WITHOUT_KEY,
  },
  requests: {
    ...serviceLimits.requests,
    maxRequestsInFlight: settings.MAX_REQUESTS_IN_FLIGHT,
    maxBytesInFlight: settings.MAX_BYTES_IN_FLIGHT,
    maxBytesBeingRead: settings.MAX_BYTES_BEING_READ,
    maxKeySharePercent: settings.MAX_KEY_SHARE_PERCENT,
  },
  lookups: serviceLimits.lookups,
});
