/** A new Idempotency-Key: 128 random bits. Unlike `randomUUID` their source is there on pages without TLS, too. */
export const newIdempotencyKey = (): string => crypto.getRandomValues(new BigUint64Array(2)).join('-');

/** Whether the service takes a text for an Idempotency-Key: 1–255 visible ASCII characters. */
export const isIdempotencyKey = (text: string): boolean => /^[!-~]{1,255}$/.test(text);
