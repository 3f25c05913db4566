/**
 * The headers of every response of the service, responses to malformed HTTP included. A header that pages of other origins
 * should read also belongs to `exposedHeaders` of `cross-origin.ts`; a test fails otherwise.
 */
export const headersOfAllResponses = (requestId: string): Readonly<Record<string, string>> => ({
  'X-Request-Id': requestId,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
});
