import type { OperationName } from './animal-store-client.ts';
import { resolveInOrigin } from './base-url.ts';
import { linkTarget } from './link.ts';

/** An announcement that an operation will be removed. */
export interface DeprecationNotice {
  readonly operation: OperationName;
  /** Since when it is deprecated (RFC 9745). */
  readonly deprecated?: Date;
  /** When it will be removed (RFC 8594). */
  readonly sunset?: Date;
  /** The URL of its replacement (RFC 5829), if that has the same origin. */
  readonly successor?: string;
}

const dateOf = (time: number): Date | undefined => {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

/** Reads the announcement in the headers of a response; undefined if there is none. */
export const readDeprecation = (
  operation: OperationName,
  url: string,
  headers: Headers,
): DeprecationNotice | undefined => {
  const since = headers.get('Deprecation');
  const until = headers.get('Sunset');
  if (since === null && until === null) return undefined;
  // The Date of a structured field (RFC 9651, section 3.3.7): seconds since 1970 after an @.
  const deprecated = dateOf(1000 * Number(/^@(-?\d{1,13})$/.exec(since ?? '')?.[1]));
  const sunset = dateOf(Date.parse(until ?? ''));
  const target = linkTarget(headers.get('Link'), 'successor-version');
  const successor = target === undefined ? undefined : resolveInOrigin(target, url);
  return {
    operation,
    ...(deprecated && { deprecated }),
    ...(sunset && { sunset }),
    ...(successor !== undefined && { successor }),
  };
};
