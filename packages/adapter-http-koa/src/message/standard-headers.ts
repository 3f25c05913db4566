/** The headers that are the same in every response, unless clients may keep it. */
export const fixedHeaders = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

const { 'Cache-Control': noStore, 'X-Content-Type-Options': contentTypeOptions } = fixedHeaders;

/** The headers of every response of any layer: each name is followed by its value. */
export const standardHeaders = (requestId: string, cacheControl: 'no-cache' | undefined): readonly string[] => [
  'X-Request-Id',
  requestId,
  'Cache-Control',
  cacheControl ?? noStore,
  'X-Content-Type-Options',
  contentTypeOptions,
];
