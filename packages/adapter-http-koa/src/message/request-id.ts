import { randomUUID } from 'node:crypto';

/** The client's own `X-Request-Id` if it is 1–64 characters of `A-Za-z0-9._-`, else a new one. */
export const requestIdOf = (header?: unknown): string =>
  typeof header === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(header) ? header : randomUUID();
