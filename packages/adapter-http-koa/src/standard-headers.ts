/** The headers of every answer, whichever layer gives it. */
export const standardHeaders = (requestId: string): Readonly<Record<string, string>> => ({
  'X-Request-Id': requestId,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
});
