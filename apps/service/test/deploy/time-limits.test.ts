import { expect, it } from 'vitest';
import { longestResponse, numberIn } from './time-limits.ts';

it('a response takes less time than a proxy waits for it, which is less than a client waits', () => {
  const waits = [
    numberIn('deploy/proxy/nginx.conf', /proxy_read_timeout (\d+)s/),
    numberIn('deploy/proxy/haproxy.cfg', /timeout server (\d+)s/),
  ];
  const ofClients = numberIn('packages/client/src/send-with-retries.ts', /attemptTimeout = ([\d_]+)/);
  for (const seconds of waits) {
    expect(seconds * 1_000).toBeGreaterThan(longestResponse);
    expect(seconds * 1_000).toBeLessThan(ofClients);
  }
});
