import type { Step } from '../application/http-context.ts';
import { respond } from '../response/respond.ts';

/**
 * Whether a text is an origin exactly as browsers send it (RFC 6454): scheme http or https, host, and any port except
 * the default.
 */
export const isOrigin = (text: string): boolean => /^https?:\/\/[^*]+$/.test(text) && URL.parse(text)?.origin === text;

// Browsers let a page read these headers only if they are listed, unlike Cache-Control, Content-Type and a few others.
const exposedHeaders = [
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

const preflightHeaders = {
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-Request-Id, traceparent',
  // Chromium caches a preflight for two hours at most.
  'Access-Control-Max-Age': '7200',
};

/**
 * Lets pages of these origins read every response (CORS, https://fetch.spec.whatwg.org/#http-cors-protocol). There is no
 * `Access-Control-Allow-Credentials`: the API key is a header that the page sets, not a cookie.
 */
export const allowOrigins = (origins: readonly string[]): Step => {
  if (origins.length === 0) return () => undefined;
  const listed: ReadonlySet<string> = new Set(origins);
  return (ctx) => {
    // Responses to other origins have it too, so that no cache gives them to a page of a listed origin.
    ctx.vary('Origin');
    const { origin } = ctx.req.headers;
    if (origin !== undefined && listed.has(origin)) {
      ctx.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedHeaders });
    }
  };
};

/**
 * Responds to the preflight requests of origins that `allowOrigins` allows, with the methods that any path supports. They
 * carry no API key.
 */
export const respondToPreflight = (methods: readonly string[]): Step => {
  const allowed = [...new Set(methods)].sort().join(', ');
  return (ctx) => {
    const isPreflight = ctx.req.method === 'OPTIONS' && ctx.req.headers['access-control-request-method'] !== undefined;
    if (!isPreflight || !ctx.res.hasHeader('Access-Control-Allow-Origin')) return;
    ctx.remove('Access-Control-Expose-Headers');
    ctx.set({ 'Access-Control-Allow-Methods': `${allowed}, OPTIONS`, ...preflightHeaders });
    respond(ctx, 204);
  };
};
