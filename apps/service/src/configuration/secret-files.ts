import { readFileSync } from 'node:fs';
import { either as E, function as F } from 'fp-ts';
import { durableStores } from '../stores/durable-stores.ts';

/** Environment variables, or a part of them. */
export type Texts = Readonly<Record<string, string | undefined>>;

/** Reads a file as UTF-8 text; the Left is the reason why it cannot be read. */
export type ReadText = (path: string) => E.Either<string, string>;

/** The variables whose value may come from a file; `fileVariable` names the variable of its path. */
export const secretVariables: readonly string[] = [
  ...durableStores.flatMap(({ variable }) => (variable.isSecret ? [variable.name] : [])),
  'API_KEY',
];

/** The variable with the path of the file that contains the value of `name`. */
export const fileVariable = (name: string): string => `${name}_FILE`;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EISDIR: 'it is a directory',
};

/** Why a file cannot be read, without the path, which may be a secret. */
export const readErrorText = (error: unknown): string => {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return reasons[code] ?? code;
};

/** Reads a file of this machine. The reason has neither path nor content, because either may be a secret. */
export const readTextFile: ReadText = (path) => E.tryCatch(() => readFileSync(path, 'utf8'), readErrorText);

/** The environment with the secrets from files. */
export interface SecretFiles {
  /** The environment, in which the content of a file is the value of its variable. */
  readonly environment: Texts;
  /** A message for each file that cannot be used. */
  readonly problems: readonly string[];
}

const contentOf = (name: string, path: string, environment: Texts, readText: ReadText): E.Either<string, string> =>
  environment[name] !== undefined
    ? E.left(`${name} and ${fileVariable(name)} must not be set together`)
    : F.pipe(
        readText(path),
        E.bimap(
          (reason) => `${fileVariable(name)} names a file that cannot be read: ${reason}`,
          // Editors end a file with a newline, which is not part of the secret.
          (text) => text.replace(/\r?\n$/, ''),
        ),
        E.filterOrElse(
          (text) => text !== '',
          () => `${fileVariable(name)} names an empty file`,
        ),
      );

/** Reads the secret files that the environment names. No message contains a path or a content. */
export const readSecretFiles = (environment: Texts, readText: ReadText): SecretFiles => {
  const named = secretVariables.flatMap((name) => {
    const path = environment[fileVariable(name)];
    return path === undefined ? [] : [{ name, content: contentOf(name, path, environment, readText) }];
  });
  const contents = named.flatMap(({ name, content }) => (E.isRight(content) ? [[name, content.right]] : []));
  return {
    environment: { ...environment, ...Object.fromEntries(contents) },
    problems: named.flatMap(({ content }) => (E.isLeft(content) ? [content.left] : [])),
  };
};
