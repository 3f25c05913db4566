import { eventually } from '../eventually.ts';
import type { Client } from '../http/client.ts';

/** Waits until a service is ready. Throws if that takes too long. */
export const untilReady = (client: Client): Promise<true> =>
  eventually(15_000, async () => (await client.get('/readyz')).status === 200 || undefined);
