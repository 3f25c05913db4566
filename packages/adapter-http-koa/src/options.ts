import type { Authenticate, Clock } from '@animal-store/access';
import type { AnimalStore, Pet } from '@animal-store/domain';
import type { RateLimit } from './admission/limit-rate.ts';
import type { RecognizeApiKey } from './admission/recognized-api-key.ts';
import type { RequestReport } from './drivers/report-request.ts';
import type { RequestLimits } from './limits.ts';
import type { JsonText } from './message/json-response.ts';

/** The ports of the HTTP API: the domain that it drives, and the functions that it needs. */
export interface HttpApiMiddlewarePorts {
  readonly store: AnimalStore;
  readonly authenticate: Authenticate;
  /** Optional. Without it no key is known before its lookup, so all requests begin on the slots for unknown keys. */
  readonly recognize?: RecognizeApiKey | undefined;
  /** Optional. Wraps the function that writes animals, for a store that returns the same frozen animals again. */
  readonly keepPetTexts?: ((write: (pet: Pet) => JsonText) => (pet: Pet) => JsonText) | undefined;
  readonly clock: Clock;
  /** Whether this process should get requests. */
  readonly isReady: () => Promise<boolean>;
  /**
   * Called after every request, with the reason for a 401, a 500 or a 503. If it throws, the process warns once and
   * continues.
   */
  readonly report?: ((request: RequestReport) => void) | undefined;
}

/** The ports of an API that reports its requests only here, so `report` is required. */
export interface HttpApiPorts extends HttpApiMiddlewarePorts {
  readonly report: (request: RequestReport) => void;
}

/** The behaviour of the API. A limit that is left out has its default of `requestLimits`. */
export interface HttpApiOptions extends Partial<RequestLimits> {
  /**
   * The address of the API for clients, ending in /v1; links begin with it. No link contains data that a client sent.
   */
  readonly base: string;
  /** The address of its staging environment, ending in /v1; the OpenAPI document names it. */
  readonly stagingBase?: string | undefined;
  /** The rate limit of an API key. Without it the rate is not limited. */
  readonly rateLimit?: RateLimit | undefined;
  /** Origins whose pages may call the API, such as `https://shop.example`. Without it there are none. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Whether `GET /v1/pets/{petId}` returns 410 from 5 December 2030 (`gone`) or keeps working (`serve`). */
  readonly getPetAfterSunset: 'gone' | 'serve';
}
