import type { IncomingMessage } from 'node:http';
import type { Step } from '../application/http-context.ts';
import { type ErrorCode, respondWithError } from '../response/error-response.ts';

// uri-host [":" port] of RFC 9110, section 7.2. Two Host lines arrive joined by a comma and a space, which is not a
// host.
const host = /^(?:[A-Za-z0-9._~!$&'()*+,;=%-]*|\[[0-9A-Fa-fvV.:]+\])(?::\d*)?$/;

const fault = ({ headers, httpVersion, url = '' }: IncomingMessage): [ErrorCode, string] | undefined => {
  // The HTTP parser also accepts 0.9 and 2.0, and parses both like 1.x.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return ['invalid_request', 'the version of the request must be HTTP/1.1 or HTTP/1.0 (RFC 9112, section 2.3)'];
  }
  if (headers.host === undefined ? httpVersion === '1.1' : !host.test(headers.host)) {
    return ['invalid_request', 'the request must have exactly one well-formed Host header (RFC 9112, section 3.2)'];
  }
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion !== '1.1')) {
    return ['invalid_request', 'Transfer-Encoding must be chunked, and the version HTTP/1.1 (RFC 9112, section 6.1)'];
  }
  if (url.includes('#')) return ['invalid_request', 'the request target must not have a fragment'];
  const expectation = headers.expect;
  if (expectation !== undefined && httpVersion === '1.1' && expectation.toLowerCase() !== '100-continue') {
    return ['expectation_failed', 'the only expectation that can be met is 100-continue'];
  }
  return undefined;
};

/**
 * Refuses malformed messages that the HTTP parser accepts. The connection ends with the response, because the start of
 * the next message is uncertain.
 */
export const checkMessage: Step = (ctx) => {
  const found = fault(ctx.req);
  if (found === undefined) return;
  ctx.set('Connection', 'close');
  respondWithError(ctx, ...found);
};
