import type { Authenticate, Clock } from '@animal-store/access';
import type { AnimalStore } from '@animal-store/domain';
import type { Middleware } from 'koa';
import type { RequestReport } from './middleware/report-request.ts';

/** The ports of the HTTP API: the domain that it drives, and the functions that it needs. */
export interface HttpPorts {
  readonly store: AnimalStore;
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  /** Whether this process should get requests. */
  readonly isReady: () => Promise<boolean>;
  /** Called once after every request, with the reason for a 401, 429, 500 or 503. It must not throw. */
  readonly report?: ((request: RequestReport) => void) | undefined;
  /** Runs around each request under /v1, such as in a span. The request has its `X-Request-Id`, and its target is a path by then. */
  readonly trace?: Middleware | undefined;
}
