import type { ApiKey } from '@animal-store/access';
import type { Middleware } from 'koa';

/** The state of a request that `authenticateRequest` has let through. */
export interface Authenticated {
  apiKey: ApiKey;
}

/** An operation of the API, which runs only for authenticated requests. */
export type Operation = Middleware<Authenticated>;
