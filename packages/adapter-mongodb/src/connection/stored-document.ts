/** A document of a collection, which nothing has validated yet. */
export type StoredDocument = Readonly<Record<string, unknown>>;
