// A name may contain U+0000, which the type `text` cannot hold. It is written as `\0`, and a backslash as two, so that all
// other names are stored as they are, and people can read and search them. As `bytea` each name would be unreadable, and a
// page of 100 animals would take twice the bytes and a third more time to read (docs/postgres.md).
const special = /[\0\\]/;

/** A name as the column has it. */
export const toStoredName = (name: string): string =>
  special.test(name) ? name.replaceAll('\\', '\\\\').replaceAll('\0', '\\0') : name;

/** The name in a column. A backslash that begins neither of the two stays, because somebody may have written it by hand. */
export const fromStoredName = (stored: string): string =>
  stored.includes('\\') ? stored.replaceAll(/\\([\\0])/g, (_, kind) => (kind === '0' ? '\0' : '\\')) : stored;
