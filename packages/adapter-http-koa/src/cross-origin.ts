import type { ApiRequest } from './message/request.ts';
import type { ApiResponse } from './message/response.ts';

/**
 * Whether a text is an origin exactly as browsers send it (RFC 6454): scheme http or https, host, and any port except
 * the default.
 */
export const isOrigin = (text: string): boolean =>
  text.startsWith('http') && !text.includes('*') && URL.parse(text)?.origin === text;

// Browsers let a page read these headers only if they are listed, unlike Cache-Control, Content-Type and a few others.
const exposedHeaders = [
  'Allow',
  'Link',
  'Location',
  'Retry-After',
  'Deprecation',
  'Sunset',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'WWW-Authenticate',
].join(', ');

/** What pages of other origins may do (CORS, https://fetch.spec.whatwg.org/#http-cors-protocol). */
export interface CrossOrigin {
  /** The value of `Vary`: `Origin` if origins are listed, and the other name if there is one. */
  readonly vary: (other: string | undefined) => string | undefined;
  /**
   * The headers that let a page of a listed origin read the response. There is no `Access-Control-Allow-Credentials`: the
   * API key is a header that the page sets, not a cookie.
   */
  readonly headers: (request: ApiRequest, response: ApiResponse) => readonly string[];
  /** The response to the preflight request of a listed origin, which carries no API key. */
  readonly preflight: (request: ApiRequest) => ApiResponse | undefined;
}

const none: readonly string[] = [];

/** Makes the rules for pages of these origins, which may use these methods. */
export const crossOrigin = (origins: readonly string[], methods: readonly string[]): CrossOrigin => {
  if (origins.length === 0) return { vary: (other) => other, headers: () => none, preflight: () => undefined };
  const listed: ReadonlySet<string> = new Set(origins);
  const preflight: ApiResponse = {
    status: 204,
    headers: [
      'Access-Control-Allow-Methods',
      methods.join(', '),
      'Access-Control-Allow-Headers',
      'Authorization, Content-Encoding, Content-Type, Idempotency-Key, X-Request-Id, traceparent',
      // Chromium caches a preflight for two hours at most.
      'Access-Control-Max-Age',
      '7200',
    ],
  };
  return {
    // Responses to other origins have it too, so that no cache gives them to a page of a listed origin.
    vary: (other) => (other === undefined ? 'Origin' : `Origin, ${other}`),
    headers: ({ headers: { origin } }, response) => {
      if (origin === undefined || !listed.has(origin)) return none;
      const allowed = ['Access-Control-Allow-Origin', origin];
      return response === preflight ? allowed : [...allowed, 'Access-Control-Expose-Headers', exposedHeaders];
    },
    preflight: ({ method, headers }) => {
      const { origin, 'access-control-request-method': requested } = headers;
      const isPreflight = method === 'OPTIONS' && requested !== undefined;
      return isPreflight && origin !== undefined && listed.has(origin) ? preflight : undefined;
    },
  };
};
