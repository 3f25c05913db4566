import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** The client's own `X-Request-Id` if it is 1–64 characters of `A-Za-z0-9._-`, else a new one. */
export const requestIdOf = (header?: unknown): string =>
  typeof header === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(header) ? header : randomUUID();

/** Sets the headers of every response of the service, including responses to malformed HTTP. */
export const setCommonHeaders = (res: Pick<ServerResponse, 'setHeader'>, requestId: string): void => {
  res.setHeader('X-Request-Id', requestId);
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Content-Type-Options', 'nosniff');
};
