/**
 * What the errors of the drivers have. `code` is an SQLSTATE, or a number of MongoDB, with its name in `codeName`; `errcode` is the
 * code of SQLite, with its name in `errstr`.
 */
interface DatabaseFields {
  readonly code?: unknown;
  readonly codeName?: unknown;
  readonly errcode?: unknown;
  readonly errstr?: unknown;
  readonly errorResponse?: unknown;
  readonly syscall?: unknown;
  readonly table?: unknown;
  readonly constraint?: unknown;
}

const codeOfDriver = ({
  code,
  codeName,
  errcode,
  errorResponse,
  errstr,
  syscall,
}: DatabaseFields): string | undefined => {
  if (errstr !== undefined) return `SQLite error ${errcode}, ${errstr}`;
  if (typeof code === 'number' || errorResponse !== undefined)
    return ['MongoDB error', code, codeName].filter((part) => part !== undefined).join(' ');
  // Node.js has some codes of five letters, such as EPIPE.
  return /^[0-9A-Z]{5}$/.test(String(code)) && syscall === undefined ? `SQLSTATE ${code}` : undefined;
};

/**
 * The message of an error, but of an error of a driver only its code, with the names of its table and constraint: a constraint, a
 * trigger or an index of an expression puts any value into the text of a database, such as the name of an animal. The errors of
 * the adapters are plain ones, and their messages quote no value.
 */
export const messageOf = (error: Error): string => {
  const fields = error as DatabaseFields;
  const isPlain = Object.getPrototypeOf(error) === Error.prototype && fields.errstr === undefined;
  const code = isPlain ? undefined : codeOfDriver(fields);
  if (code === undefined) return error.message;
  const names = (['table', 'constraint'] as const).flatMap((name) => (fields[name] ? `${name} ${fields[name]}` : []));
  return [code, ...names].join(', ');
};

/** An error for the log: its type, its `messageOf`, and where it was thrown. Other properties may quote what a client sent. */
export const describeError = (failure: unknown): Readonly<Record<string, unknown>> => {
  if (!(failure instanceof Error)) return { type: typeof failure };
  const { name: type, message, stack = '' } = failure;
  const shown = messageOf(failure);
  // The stack begins with the message, which may have lines of its own.
  const frames = stack.slice(message === '' ? 0 : stack.indexOf(message) + message.length).match(/^ {4}at .*$/gm) ?? [];
  return { type, message: shown, stack: [`${type}: ${shown}`, ...frames].join('\n') };
};
