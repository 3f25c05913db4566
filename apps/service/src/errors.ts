import type { StoreMisconfigured } from '@animal-store/store';
/** Environment variables, or the files that they name, are invalid. */
export interface InvalidConfiguration {
  readonly _tag: 'InvalidConfiguration';
  /** One for each problem. None contains a value, which may be a secret. */
  readonly messages: readonly string[];
}

/** A server cannot listen on its address. */
export interface AddressUnusable {
  readonly _tag: 'AddressUnusable';
  readonly message: string;
}

/** A reason why a command or the service does not start. */
export type StartFailure = InvalidConfiguration | StoreMisconfigured | AddressUnusable;

/** The messages of a failure for the operator, one for each problem. */
export const messagesOf = (failure: StartFailure): readonly string[] =>
  failure._tag === 'InvalidConfiguration' ? failure.messages : [failure.message];

/**
 * Characters that are invisible, or change the display of others: control characters, line and paragraph separators, marks
 * of the text direction, spaces without width, the blank of Braille, variation selectors, and halves of a surrogate pair.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

/** The text with its invisible characters as escapes such as `\u202e`, which keeps the value of a JSON text. */
export const escapeInvisible = (text: string): string => text.replace(invisible, escaped);

/** The fields of an error, of which a driver sets some. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * The code of an error of a driver. `code` is an SQLSTATE, or a number of MongoDB, with its name in `codeName`; `errcode` is the
 * code of SQLite, with its name in `errstr`.
 */
const codeOfDriver = ({ code, codeName, errcode, errorResponse, errstr, syscall }: Fields): string | undefined => {
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
const messageOf = (error: Error): string => {
  const fields = error as unknown as Fields;
  const isPlain = Object.getPrototypeOf(error) === Error.prototype && fields['errstr'] === undefined;
  const code = isPlain ? undefined : codeOfDriver(fields);
  if (code === undefined) return error.message;
  const names = ['table', 'constraint'].flatMap((name) => (fields[name] ? `${name} ${fields[name]}` : []));
  return [code, ...names].join(', ');
};

/** Why something failed or is unavailable, in one line, without the text of a database. */
export const reasonOf = (cause: unknown): string =>
  escapeInvisible(cause instanceof Error ? messageOf(cause) : String(cause));

/** The same with that text. Only for a check of the store, whose statements have no value of a client. */
export const reasonOfCheck = (cause: unknown): string =>
  escapeInvisible(cause instanceof Error ? cause.message : String(cause));

/** An error for the log: its type, its `messageOf`, and where it was thrown. Other properties may quote what a client sent. */
export const describeError = (failure: unknown): Readonly<Record<string, unknown>> => {
  if (!(failure instanceof Error)) return { type: typeof failure };
  const { name: type, message, stack = '' } = failure;
  const shown = messageOf(failure);
  // The stack begins with the message, which may have lines of its own.
  const frames = stack.slice(message === '' ? 0 : stack.indexOf(message) + message.length).match(/^ {4}at .*$/gm) ?? [];
  return { type, message: shown, stack: [`${type}: ${shown}`, ...frames].join('\n') };
};

/** Prints messages on standard error, one a line, and sets the exit code 1. */
export const reportFailure = (...messages: readonly string[]): void => {
  for (const message of messages) process.stderr.write(`animal-store: ${message}\n`);
  process.exitCode = 1;
};
