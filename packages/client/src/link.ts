import type { FetchHeaders } from './animal-store-client.ts';

// The parts of RFC 8288, section 3: a target, then parameters, in which a quoted string may hold any separator.
const links = /<([^<>]*)>((?:[^",]|"[^"\\]*(?:\\.[^"\\]*)*")*)/g;
const parameters = /;\s*([^\s=;,"]+)\s*(?:=\s*(?:"([^"\\]*(?:\\.[^"\\]*)*)"|([^\s;,"]*)))?/g;

const relationsOf = (text: string): readonly string[] => {
  for (const [, name, quoted, bare] of text.matchAll(parameters)) {
    // Only the first counts.
    if (name?.toLowerCase() === 'rel') return (quoted ?? bare ?? '').toLowerCase().split(/\s/);
  }
  return [];
};

/** The target of the first link with a relation type in the `Link` header (RFC 8288), as it is written there. */
export const linkTarget = (headers: FetchHeaders, relation: string): string | undefined => {
  for (const [, target, text] of (headers.get('Link') ?? '').matchAll(links)) {
    if (relationsOf(text ?? '').includes(relation)) return target;
  }
  return undefined;
};

/** Reads a URL; undefined if it is malformed. `URL.parse` does the same in newer runtimes. */
export const parseUrl = (url: string | URL, base?: string): URL | undefined => {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
};

/** The URL of a reference in the response from a URL; undefined at another origin, which must not get the API key. */
export const resolveInOrigin = (reference: string, from: string): string | undefined => {
  const { origin, protocol } = new URL(from);
  const url = parseUrl(reference, from);
  // A blob: URL has the origin of the page that created it.
  if (url?.origin !== origin || url.protocol !== protocol) return undefined;
  return origin + url.pathname + url.search;
};
