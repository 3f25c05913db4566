import { eventually } from '../eventually.ts';
import type { Client } from '../http/client.ts';

/**
 * Adds an animal under an Idempotency-Key, repeating it as long as the answer is 503, as a careful client would; gives
 * the text of the animal. Any other answer is an error.
 */
export const addUntilAdded = (client: Client, name: string, idempotencyKey: string = name): Promise<string> =>
  eventually(15_000, async () => {
    const { status, text } = await client.add(name, idempotencyKey);
    if (status !== 201 && status !== 503) throw new Error(`${name} was answered with ${status}: ${text}`);
    return status === 201 ? text : undefined;
  });
