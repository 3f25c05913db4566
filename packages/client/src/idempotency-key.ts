/** A new Idempotency-Key: 128 random bits. Their source exists on pages without TLS too, unlike `randomUUID`. */
export const newIdempotencyKey = (): string => crypto.getRandomValues(new BigUint64Array(2)).join('-');

/** Whether a text is a valid Idempotency-Key: 1–255 visible ASCII characters. */
export const isIdempotencyKey = (text: string): boolean => /^[!-~]{1,255}$/.test(text);
