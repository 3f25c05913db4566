/** The headers of every response of the service, including responses to malformed HTTP. */
export const headersOfAllResponses = (requestId: string): Readonly<Record<string, string>> => ({
  'X-Request-Id': requestId,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
});
