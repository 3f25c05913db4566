import { either as E, type taskEither as TE } from 'fp-ts';
import type { TextCodec } from '../configuration/codecs.ts';
import { variablesHelp } from '../configuration/configuration.ts';
import { storeVariables } from '../configuration/variables.ts';
import { reasonOf } from '../describe-error.ts';
import { reportFailure } from '../output.ts';

/** A command of `animal-store`. */
export interface Command {
  /** Its name with its arguments and options; several lines if they exclude each other. */
  readonly usage: readonly string[];
  /** Its description, in one line. */
  readonly summary: string;
  /** The rest of its help. */
  readonly details: string;
  /** Runs it with the arguments after its name. If they are wrong, rejects with an error of `isWrongUsage` at once. */
  readonly run: (args: readonly string[]) => Promise<void>;
}

/** The arguments of a command are wrong; the message says how. */
export class WrongUsage extends Error {}

/** Whether an error says that arguments are wrong: a `WrongUsage`, or an error of `parseArgs`. */
export const isWrongUsage = (error: unknown): error is Error =>
  error instanceof WrongUsage ||
  (error instanceof Error && String(Reflect.get(error, 'code')).startsWith('ERR_PARSE_ARGS_'));

/** Decodes the text of an argument or option. */
export const decodeArgument = <A>(name: string, codec: TextCodec<A>, text: string | undefined): A => {
  const decoded = codec.decode(text);
  if (E.isLeft(decoded)) throw new WrongUsage(`${name} ${decoded.left[0]?.message}`);
  return decoded.right;
};

/** Decodes the only positional argument of a command. */
export const onlyArgument = <A>(name: string, codec: TextCodec<A>, positionals: readonly string[]): A => {
  if (positionals.length > 1) throw new WrongUsage(`too many arguments: there is one ${name}`);
  return decodeArgument(name, codec, positionals[0]);
};

/** The variables that choose the store of a command, for its help. */
export const storeHelp = variablesHelp(storeVariables);

/** Opens a store, runs a command on it, and closes it. A failure is reported in one sentence. */
export const withStore = async <Store extends { readonly close: () => Promise<void> }>(
  open: TE.TaskEither<string, Store>,
  run: (store: Store) => Promise<void>,
): Promise<void> => {
  const opened = await open();
  if (E.isLeft(opened)) return reportFailure(opened.left);
  try {
    await run(opened.right);
  } catch (error) {
    reportFailure(`this failed unexpectedly: ${reasonOf(error)}`);
  } finally {
    await opened.right.close();
  }
};

/** Shows on standard error how many animals are done, and how many a second: in place on a terminal, else a line every 10 s. */
export const createProgress = (): ((animals: number) => void) => {
  const { isTTY } = process.stderr;
  const began = performance.now();
  let last = began;
  return (animals) => {
    const now = performance.now();
    if (now - last < (isTTY ? 200 : 10_000)) return;
    last = now;
    const text = `${animals} animals, ${Math.round((1_000 * animals) / (now - began))} a second`;
    process.stderr.write(isTTY ? `\r\x1b[K${text}\r` : `animal-store: ${text}\n`);
  };
};
