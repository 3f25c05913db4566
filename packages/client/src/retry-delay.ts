const firstBackoff = 200;

/**
 * The delay in `Retry-After` (RFC 9110, section 10.2.3), in seconds or as a date, converted to milliseconds; undefined if
 * there is none.
 */
export const readRetryAfter = (header: string | null): number | undefined => {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return 1000 * Number(header);
  const wait = Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
};

/**
 * Milliseconds to wait before a retry; the first retry has the number 0. Without a `Retry-After` the delay doubles each
 * time. A random part keeps many clients from retrying at the same time.
 */
export const retryDelay = (retry: number, retryAfter: number | undefined): number => {
  const half = (firstBackoff / 2) * 2 ** retry;
  return (retryAfter ?? half) + Math.random() * half;
};
