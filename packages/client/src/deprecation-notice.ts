import type { DeprecationNotice, OperationName } from './animal-store-client.ts';
import { linkTarget, resolveInOrigin } from './link.ts';

const dateOf = (time: number): Date | undefined =>
  Number.isNaN(new Date(time).getTime()) ? undefined : new Date(time);

/** Reads the announcement in the headers of a response; undefined if there is none. */
export const readDeprecation = (
  operation: OperationName,
  url: string,
  headers: Headers,
): DeprecationNotice | undefined => {
  if (!headers.has('Deprecation') && !headers.has('Sunset')) return undefined;
  // The Date of a structured field (RFC 9651, section 3.3.7): seconds since 1970 after an @.
  const deprecated = dateOf(1000 * Number(/^@(-?\d{1,13})$/.exec(headers.get('Deprecation') ?? '')?.[1]));
  const sunset = dateOf(Date.parse(headers.get('Sunset') ?? ''));
  const target = linkTarget(headers, 'successor-version');
  const successor = target && resolveInOrigin(target, url);
  return {
    operation,
    ...(deprecated && { deprecated }),
    ...(sunset && { sunset }),
    ...(successor && { successor }),
  };
};
