import type { Context, Middleware } from 'koa';
import { responseHeaders } from '../openapi-document.ts';

// Browsers open no pages at these schemes, or send `null` as the origin of the page.
const withoutPages: readonly string[] = ['file:', 'ftp:', 'ws:', 'wss:'];

/**
 * Whether a text is an origin exactly as browsers send it (RFC 6454): scheme, host, and any port except the default.
 * Schemes of apps, such as `capacitor://localhost`, are allowed; `null` and wildcards are not.
 */
export const isOrigin = (text: string): boolean => {
  const { protocol = '', host = '' } = URL.parse(text) ?? {};
  return host !== '' && text === `${protocol}//${host}` && !text.includes('*') && !withoutPages.includes(protocol);
};

/** The request headers that the API reads, and those of W3C Trace Context and Baggage. */
const readHeaders = [
  'Authorization',
  'Content-Encoding',
  'Content-Type',
  'Idempotency-Key',
  'X-Request-Id',
  'traceparent',
  'tracestate',
  'baggage',
];

/** Whether a browser sent a request to learn what a page may send (https://fetch.spec.whatwg.org/#cors-preflight-fetch). */
export const isPreflight = (ctx: Context): boolean =>
  ctx.method === 'OPTIONS' && ctx.get('Origin') !== '' && ctx.get('Access-Control-Request-Method') !== '';

/**
 * Lets pages of these origins read each response, including errors. There is no `Access-Control-Allow-Credentials`: the API
 * key is a header that the page sets, not a cookie.
 *
 * It replaces `@koa/cors` 5.0, which sets the headers and responds to preflights in one middleware: a malformed message would
 * get either 204 or a 400 that pages cannot read, and a plain OPTIONS would get no headers.
 */
export const allowOrigins = (origins: readonly string[]): Middleware => {
  const listed: ReadonlySet<string> = new Set(origins);
  return (ctx, next) => {
    // Responses to other origins have `Vary` too, so that no cache gives them to a page of a listed origin.
    ctx.vary('Origin');
    const origin = ctx.get('Origin');
    if (listed.has(origin)) {
      ctx.set('Access-Control-Allow-Origin', origin);
      if (!isPreflight(ctx)) ctx.set('Access-Control-Expose-Headers', responseHeaders.join(', '));
    }
    return next();
  };
};

/** Responds to the preflights of the origins that `allowOrigins` lists. They need no key. */
export const respondToPreflights =
  (methods: readonly string[], headers: readonly string[] = []): Middleware =>
  (ctx, next) => {
    if (!isPreflight(ctx) || !ctx.response.get('Access-Control-Allow-Origin')) return next();
    ctx.set('Access-Control-Allow-Methods', methods.join(', '));
    ctx.set('Access-Control-Allow-Headers', [...readHeaders, ...headers].join(', '));
    // Chromium caches a preflight for two hours at most.
    ctx.set('Access-Control-Max-Age', '7200');
    ctx.status = 204;
    return undefined;
  };
