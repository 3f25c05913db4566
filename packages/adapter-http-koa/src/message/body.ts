import type { IncomingMessage } from 'node:http';
import type { ApiError } from '../api-error.ts';

/** The most bytes that a body may have, after decompression. */
export const maxBodyBytes: number = 64 * 1024;

/** The content codings (RFC 9110, section 8.4.1) that a body may have. */
export const contentCodings: readonly string[] = ['identity', 'gzip', 'deflate', 'br'];

/** Faults that the HTTP parser found in the body of a request before the application began it. */
export const bodyFaults: WeakMap<IncomingMessage, ApiError> = new WeakMap();
