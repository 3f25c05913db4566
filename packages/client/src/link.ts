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

/** The target of the first link with a relation type in a `Link` header (RFC 8288), as it is written there. */
export const linkTarget = (header: string | null, relation: string): string | undefined => {
  for (const [, target, text] of (header ?? '').matchAll(links)) {
    if (relationsOf(text ?? '').includes(relation)) return target;
  }
  return undefined;
};
