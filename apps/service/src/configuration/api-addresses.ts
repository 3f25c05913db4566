import type { OpenApiOptions } from '@animal-store/adapter-http-koa';
import type { Configuration } from './variables.ts';

/** Where clients find the API and its staging environment; without `BASE_URL`, on the server that they ask. */
export const apiAddresses = ({ BASE_URL, STAGING_BASE_URL }: Configuration): OpenApiOptions => ({
  base: BASE_URL ?? '/v1',
  stagingBase: STAGING_BASE_URL,
});
