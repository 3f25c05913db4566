import { eventually } from '../eventually.ts';
import type { Client } from '../http/client.ts';

/** The statuses of liveness and readiness. */
export const healthOf = async (client: Client): Promise<{ readonly livez: number; readonly readyz: number }> => {
  const [livez, readyz] = await Promise.all([client.get('/livez'), client.get('/readyz')]);
  return { livez: livez.status, readyz: readyz.status };
};

/** Waits until a service is ready. Throws if that takes too long. */
export const untilReady = (client: Client): Promise<true> =>
  eventually(15_000, async () => (await client.get('/readyz')).status === 200 || undefined);
