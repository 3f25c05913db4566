import { eventually } from '../eventually.ts';
import type { Client } from '../http/client.ts';

/**
 * Adds an animal under an Idempotency-Key and retries after a 503, like a careful client. Returns the text of the
 * animal. Throws on any other response.
 */
export const addUntilAdded = (client: Client, name: string, idempotencyKey: string = name): Promise<string> =>
  eventually(15_000, async () => {
    const { status, text } = await client.add(name, idempotencyKey);
    if (status !== 201 && status !== 503) throw new Error(`${name} got ${status}: ${text}`);
    return status === 201 ? text : undefined;
  });
