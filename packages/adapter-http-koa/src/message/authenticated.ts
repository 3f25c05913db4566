import type { ApiKey } from '@animal-store/access';
import type { Middleware } from 'koa';

/** The state of a request that `authenticate` has let through. */
export interface Authenticated {
  apiKey: ApiKey;
}

/** An operation of the API, which runs for authenticated requests alone. */
export type Operation = Middleware<Authenticated>;
