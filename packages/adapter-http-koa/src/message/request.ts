import type { IncomingMessage } from 'node:http';
import type { ApiError } from '../api-error.ts';

/** The most bytes of the request line and the headers together. */
export const maxHeaderSize: number = 16 * 1024;

/** The members of a list in a header, in lower case. Empty ones do not count (RFC 9110, section 5.6.1.2). */
export const membersOf = (list = ''): readonly string[] =>
  list
    .toLowerCase()
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');

/** Whether a client that speaks HTTP/1.1 waits for 100 Continue (RFC 9110, section 10.1.1). */
export const expectsContinue = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.expect !== undefined && httpVersion === '1.1' && membersOf(headers.expect).length > 0;

/** The most bytes that a body may have, after decompression. */
export const maxBodyBytes: number = 64 * 1024;

/** The content codings (RFC 9110, section 8.4.1) that a body may have. */
export const contentCodings: readonly string[] = ['identity', 'gzip', 'deflate', 'br'];

/** Faults that the HTTP parser found in the body of a request before the application began it. */
export const bodyFaults: WeakMap<IncomingMessage, ApiError> = new WeakMap();
