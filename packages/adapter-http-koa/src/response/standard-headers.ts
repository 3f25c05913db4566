/** The headers that are the same in every response. */
export const fixedHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

const cacheControl = fixedHeaders['Cache-Control'];
const contentTypeOptions = fixedHeaders['X-Content-Type-Options'];

/** The headers of every response of any layer: each name is followed by its value. */
export const standardHeaders = (requestId: string): string[] => [
  'X-Request-Id',
  requestId,
  'Cache-Control',
  cacheControl,
  'X-Content-Type-Options',
  contentTypeOptions,
];
