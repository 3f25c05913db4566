import type { Authenticate, Clock } from '@animal-store/access';
import type { AnimalStore } from '@animal-store/domain';
import type { RequestReport } from './message/request-report.ts';
import type { RateLimit } from './middleware/limit-rate.ts';
import type { OpenApiOptions } from './openapi-document.ts';

/** The ports of the HTTP API: the domain that it drives, and the functions that it needs. */
export interface HttpPorts {
  readonly store: AnimalStore;
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  /** Whether this process should get requests. */
  readonly isReady: () => Promise<boolean>;
  /** Called once after every request, with the reason for a 401, 429, 500 or 503. It must not throw. */
  readonly report?: ((request: RequestReport) => void) | undefined;
}

/** The behaviour of the API. Its links begin with `base`, and contain nothing that a client sent. */
export interface HttpOptions extends OpenApiOptions {
  /** Whether `GET /v1/pets/{petId}` returns 410 from 5 December 2030 (`gone`) or keeps working (`serve`). */
  readonly getPetAfterSunset: 'gone' | 'serve';
  /** Origins whose pages may call the API, such as `https://shop.example`; none if absent. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Request headers that these pages may send, besides those that the API reads. */
  readonly corsHeaders?: readonly string[] | undefined;
  /** Requests under /v1 in flight, by default 500. One API key has at most half of them. */
  readonly maxRequestsInFlight?: number | undefined;
  /** The rate limit of each API key. If absent, the rate is not limited. */
  readonly rateLimit?: RateLimit | undefined;
}
