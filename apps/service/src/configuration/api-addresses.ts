import type { OpenApiOptions } from '@animal-store/adapter-http-koa';
import type { Configuration } from './variables.ts';

/** The base URLs of the API and its staging environment. Without `BASE_URL`, links have no host. */
export const apiAddresses = ({ BASE_URL, STAGING_BASE_URL }: Configuration): OpenApiOptions => ({
  base: BASE_URL ?? '/v1',
  stagingBase: STAGING_BASE_URL,
});
