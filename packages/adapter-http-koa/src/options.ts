import { assertInBounds, optionBounds } from './bounds.ts';
import { isOrigin } from './middleware/cross-origin.ts';
import type { RateLimit } from './middleware/limit-rate.ts';
import type { OpenApiOptions } from './openapi-document.ts';

/** The behaviour of the API. Its links begin with `base`, and contain nothing that a client sent. */
export interface HttpOptions extends OpenApiOptions {
  /** Whether `GET /v1/pets/{petId}` returns 410 from 5 December 2030 (`gone`) or keeps working (`serve`). */
  readonly getPetAfterSunset: 'gone' | 'serve';
  /** The URL of this process once it listens, if only programs of this machine reach it; for the OpenAPI document. */
  readonly localUrl?: (() => string | undefined) | undefined;
  /** Origins whose pages may call the API, such as `https://shop.example`; none if absent. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Request headers that these pages may send, besides those that the API reads. */
  readonly corsHeaders?: readonly string[] | undefined;
  /** Requests under /v1 in flight, 1 to 1,000,000; 500 if absent. One API key has at most half of them, rounded up. */
  readonly maxRequestsInFlight?: number | undefined;
  /** The rate limit of each API key. If absent, the rate is not limited. */
  readonly rateLimit?: RateLimit | undefined;
}

// ASCII without `<`, `>`, `"`, `?` and `#`, because links in headers begin with it.
const base = /^(?:https?:\/\/[!$-;=A-[\]_a-z~]+|(?:\/[!$-.0-;=@-[\]_a-z~]+)*)\/v1$/;

/** Whether a text can begin the links of the API: an http or https URL, or a path, ending in /v1. */
export const isBase = (text: string): boolean => base.test(text) && URL.canParse(text, 'http://localhost');

/** Whether a text can be the name of a header field (RFC 9110, section 5.6.2). */
export const isHeaderName = (text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(text);

const refuse = (name: string, rule: string): never => {
  throw new TypeError(`${name} must be ${rule}`);
};

/** Throws a `TypeError` or a `RangeError` that names the first option with an invalid value. */
export const assertOptions = (options: HttpOptions): void => {
  const {
    corsOrigins = [],
    corsHeaders = [],
    getPetAfterSunset,
    maxRequestsInFlight,
    rateLimit,
    stagingBase,
  } = options;
  if (!isBase(options.base)) refuse('base', 'a path or an http or https URL in ASCII, ending in /v1');
  if (stagingBase !== undefined && !isBase(stagingBase)) refuse('stagingBase', 'a URL that ends in /v1');
  if (!['gone', 'serve'].includes(getPetAfterSunset)) refuse('getPetAfterSunset', "'gone' or 'serve'");
  if (!corsOrigins.every(isOrigin))
    refuse('corsOrigins', 'origins as browsers send them, such as https://shop.example');
  if (!corsHeaders.every(isHeaderName)) refuse('corsHeaders', 'names of header fields');
  if (corsHeaders.length > 0 && corsOrigins.length === 0) refuse('corsHeaders', 'given together with corsOrigins');
  if (maxRequestsInFlight !== undefined)
    assertInBounds('maxRequestsInFlight', maxRequestsInFlight, optionBounds.maxRequestsInFlight);
  if (rateLimit !== undefined) {
    assertInBounds('rateLimit.requests', rateLimit.requests, optionBounds.rateLimitRequests);
    assertInBounds('rateLimit.seconds', rateLimit.seconds, optionBounds.rateLimitSeconds);
  }
};
