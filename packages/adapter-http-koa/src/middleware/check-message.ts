import { METHODS } from 'node:http';
import type { Middleware } from 'koa';
import { errors } from '../errors.ts';
import { bodyFaults, expectsContinue, membersOf } from '../message/request.ts';

// uri-host [":" port] of RFC 9110, section 7.2. Two Host lines arrive joined by a comma and a space, which is not a
// host.
const host = /^(?:[A-Za-z0-9._~!$&'()*+,;=%-]*|\[[0-9A-Fa-fvV.:]+\])(?::\d*)?$/;

// The HTTP parser also accepts RTSP and ICE, and does not tell which. Only in RTSP it accepts methods outside `METHODS`.
const httpMethods: ReadonlySet<string> = new Set(METHODS);

const isContinue = (expectation: string): boolean => expectation === '100-continue';

/** Refuses malformed messages that the HTTP parser accepts, and those whose body it has refused by now. */
export const checkMessage: Middleware = ({ req, method, url }, next) => {
  const { headers, httpVersion } = req;
  const fault = bodyFaults.get(req);
  if (fault !== undefined) throw fault;
  if (!httpMethods.has(method)) throw errors.otherProtocol();
  // The HTTP parser also accepts 0.9 and 2.0, and parses both like 1.x.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') throw errors.otherVersion();
  if (headers.host === undefined ? httpVersion === '1.1' : !host.test(headers.host)) throw errors.invalidHost();
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (membersOf(coding).join() !== 'chunked' || httpVersion !== '1.1'))
    throw errors.otherTransferCoding();
  if (url.includes('#')) throw errors.fragment();
  if (expectsContinue(req) && !membersOf(headers.expect).every(isContinue)) throw errors.otherExpectation();
  return next();
};
