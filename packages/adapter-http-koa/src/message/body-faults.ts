import type { IncomingMessage } from 'node:http';
import type { ApiError } from '../api-error.ts';

/** Faults that the HTTP parser found in the body of a request before the application began it. */
export const bodyFaults: WeakMap<IncomingMessage, ApiError> = new WeakMap();
