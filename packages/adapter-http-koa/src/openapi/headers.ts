import { realm } from '../admission/admit.ts';
import { deprecation, sunset } from '../message/pet-removal.ts';
import { fixedHeaders } from '../message/standard-headers.ts';
import type { Header, Reference } from './open-api-document.ts';

const { 'Cache-Control': cacheControl, 'X-Content-Type-Options': contentTypeOptions } = fixedHeaders;

const fixed = (value: string, description: string): Header => ({
  description,
  required: true,
  schema: { type: 'string', const: value },
  example: value,
});

const matching = (pattern: string, example: string, description: string): Header => ({
  description,
  schema: { type: 'string', pattern },
  example,
});

type HeaderName =
  | 'RequestId'
  | 'CacheControl'
  | 'ContentTypeOptions'
  | 'NextPage'
  | 'Location'
  | 'Authenticate'
  | 'RetryAfter'
  | 'RateLimitPolicy'
  | 'RateLimit'
  | 'Deprecation'
  | 'Sunset'
  | 'SuccessorVersion';

/** The headers of the responses. Links begin with the configured base, never with what a client sent. */
export const headers = (base: string): Readonly<Record<HeaderName, Header>> => ({
  RequestId: {
    ...matching(
      '^[A-Za-z0-9._-]{1,64}$',
      'checkout-7f3a.1',
      'Names the request in the log of the service: the `X-Request-Id` of the request if it is well-formed, else a new one.',
    ),
    required: true,
  },
  CacheControl: fixed(cacheControl, 'Caches must not store the response.'),
  ContentTypeOptions: fixed(contentTypeOptions, 'The media type is the one in `Content-Type`.'),
  NextPage: matching(
    '^<[^<> ]+>; rel="next"$',
    `<${base}/pets?limit=20&cursor=MS4yMC4>; rel="next"`,
    'The next page (RFC 8288), with the same limit and status. Absent on the last page.',
  ),
  Location: matching(
    '/pets/[1-9][0-9]*$',
    `${base}/pets/1`,
    'The URL of the new animal. Absent once the operation that fetches an animal is removed.',
  ),
  Authenticate: {
    description: 'How to authenticate (RFC 6750, section 3); with `error="invalid_token"` if a key was sent.',
    required: true,
    schema: { type: 'string', enum: [realm, `${realm}, error="invalid_token"`] },
    example: realm,
  },
  RetryAfter: {
    description: 'Seconds to wait before a retry.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  RateLimitPolicy: matching(
    '^"api-key";q=[1-9][0-9]*;w=[1-9][0-9]*$',
    '"api-key";q=600;w=60',
    'Requests that the API key may make in a window of seconds, if a limit is set (draft-ietf-httpapi-ratelimit-headers-10).',
  ),
  RateLimit: matching(
    '^"api-key";r=[0-9]+;t=[0-9]+$',
    '"api-key";r=599;t=60',
    'Requests left in the window, and seconds until it resets.',
  ),
  Deprecation: fixed(deprecation, 'Since when the operation is deprecated (RFC 9745): 5 December 2025.'),
  Sunset: fixed(sunset, 'When the operation is removed (RFC 8594).'),
  SuccessorVersion: fixed(`<${base}/pets>; rel="successor-version"`, 'What replaces the operation (RFC 5829).'),
});

/** Refers to one of the headers. */
export const headerRef = (name: HeaderName): Reference => ({ $ref: `#/components/headers/${name}` });

/** The headers that every response has. */
export const commonHeaders: Readonly<Record<string, Reference>> = {
  'X-Request-Id': headerRef('RequestId'),
  'Cache-Control': headerRef('CacheControl'),
  'X-Content-Type-Options': headerRef('ContentTypeOptions'),
  'RateLimit-Policy': headerRef('RateLimitPolicy'),
  RateLimit: headerRef('RateLimit'),
};
