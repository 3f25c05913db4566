import { METHODS } from 'node:http';
import { errors } from '../message/errors.ts';
import type { ApiRequest, WellFormedRequest } from '../message/request.ts';
import type { ApiResponse } from '../message/response.ts';

// uri-host [":" port] of RFC 9110, section 7.2. Two Host lines arrive joined by a comma and a space, which is not a
// host.
const host = /^(?:[A-Za-z0-9._~!$&'()*+,;=%-]*|\[[0-9A-Fa-fvV.:]+\])(?::\d*)?$/;

// The HTTP parser also takes RTSP and ICE, whose names Node.js does not tell. It takes all other methods for RTSP only.
const httpMethods: ReadonlySet<string> = new Set(METHODS);

/** Whether a client that speaks HTTP/1.1 waits for 100 Continue (RFC 9110, section 10.1.1). */
export const expectsContinue = ({ headers, version }: Pick<ApiRequest, 'headers' | 'version'>): boolean =>
  headers.expect !== undefined && version === '1.1';

const faultOf = ({ headers, method, target, version }: ApiRequest): ApiResponse | undefined => {
  if (!httpMethods.has(method)) return errors.otherProtocol.response;
  // The HTTP parser also accepts 0.9 and 2.0, and parses both like 1.x.
  if (version !== '1.1' && version !== '1.0') return errors.otherVersion.response;
  if (headers.host === undefined ? version === '1.1' : !host.test(headers.host)) return errors.invalidHost.response;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || version !== '1.1')) {
    return errors.otherTransferCoding.response;
  }
  if (target.includes('#')) return errors.fragment.response;
  if (version === '1.1' && headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    return errors.otherExpectation.response;
  }
  return undefined;
};

/**
 * Refuses malformed messages that the HTTP parser accepts. The connection ends with the response, because the start of
 * the next message is uncertain.
 */
export const checkMessage = (request: ApiRequest): WellFormedRequest | ApiResponse => {
  const fault = faultOf(request);
  return fault === undefined ? (request as WellFormedRequest) : { ...fault, closes: true };
};
