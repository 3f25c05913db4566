/** A part of a document, and where it is: a JSON pointer (RFC 6901). */
export interface Located {
  readonly pointer: string;
  readonly value: unknown;
}

/** The pointer to a part of the part that a pointer points to. */
export const pointerTo = (pointer: string, ...keys: readonly string[]): string =>
  [pointer, ...keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const child = (value: unknown, part: string): unknown =>
  isRecord(value) ? value[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;

/** Finds what a pointer points to, through every `$ref` that stands in its place. */
export const locate = (document: unknown, pointer: string): Located => {
  const value = pointer.split('/').slice(1).reduce(child, document);
  return isRecord(value) && typeof value['$ref'] === 'string'
    ? locate(document, value['$ref'].slice(1))
    : { pointer, value };
};
