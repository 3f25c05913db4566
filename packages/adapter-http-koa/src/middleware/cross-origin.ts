import cors from '@koa/cors';
import type { Middleware } from 'koa';
import { requestHeaders, responseHeaders, supportedMethods } from '../openapi-document.ts';

// Browsers open no pages at these schemes, or send `null` as the origin of the page.
const withoutPages: readonly string[] = ['about:', 'blob:', 'data:', 'file:', 'ftp:', 'javascript:', 'ws:', 'wss:'];

/**
 * Whether a text is an origin exactly as browsers send it (RFC 6454): scheme, host, and any port except the default.
 * Schemes of apps, such as `capacitor://localhost`, are allowed; `null` and wildcards are not.
 */
export const isOrigin = (text: string): boolean => {
  const { protocol = '', host = '' } = URL.parse(text) ?? {};
  return host !== '' && text === `${protocol}//${host}` && !text.includes('*') && !withoutPages.includes(protocol);
};

/** The request headers that the API reads, those of its operations among them, and those of W3C Trace Context and Baggage. */
const readHeaders = [
  'Authorization',
  'Content-Encoding',
  'Content-Type',
  ...requestHeaders,
  'X-Request-Id',
  'traceparent',
  'tracestate',
  'baggage',
];

/**
 * Lets pages of these origins send their preflights without a key, send these headers too, and read each response, including
 * errors. There is no `Access-Control-Allow-Credentials`: the API key is a header that the page sets, not a cookie.
 */
export const allowOrigins = (origins: readonly string[], headers: readonly string[] = []): Middleware => {
  const listed: ReadonlySet<string> = new Set(origins);
  return cors({
    origin: (ctx) => (listed.has(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    allowMethods: supportedMethods.join(', '),
    allowHeaders: [...readHeaders, ...headers].join(', '),
    exposeHeaders: responseHeaders.join(', '),
    // Chromium caches a preflight for two hours at most.
    maxAge: 7200,
    // `errors-to-json` keeps all headers.
    keepHeadersOnError: false,
  });
};
