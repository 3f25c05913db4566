/** A part of a document with its JSON pointer (RFC 6901). */
export interface Located {
  readonly pointer: string;
  readonly value: unknown;
}

/** Extends a pointer by names of parts. */
export const pointerTo = (pointer: string, ...keys: readonly string[]): string =>
  [pointer, ...keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const child = (value: unknown, part: string): unknown =>
  isRecord(value) ? value[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;

/** Finds the part at a pointer, following every `$ref`. */
export const locate = (document: unknown, pointer: string): Located => {
  const value = pointer.split('/').slice(1).reduce(child, document);
  return isRecord(value) && typeof value['$ref'] === 'string'
    ? locate(document, value['$ref'].slice(1))
    : { pointer, value };
};
