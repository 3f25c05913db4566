const firstBackoff = 200;

/**
 * How long the service asks to wait, in milliseconds: `Retry-After` (RFC 9110, section 10.2.3) in seconds or as a date.
 * Undefined when it does not say.
 */
export const readRetryAfter = (header: string | null): number | undefined => {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return 1000 * Number(header);
  const wait = Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
};

/**
 * How long to wait before a repetition, the first of which has the number 0, in milliseconds. Without a word of the
 * service it doubles each time; a random part keeps many clients from coming back all at once.
 */
export const retryDelay = (retry: number, retryAfter: number | undefined): number => {
  const half = (firstBackoff / 2) * 2 ** retry;
  return (retryAfter ?? half) + Math.random() * half;
};
