import { readFileSync } from 'node:fs';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';
import type { InvalidConfiguration } from '../start-failure.ts';
import { isQuoted } from './codecs.ts';
import { secretVariables, storeVariables, type Variable, type VariableName, variables } from './variables.ts';

/** The value of each variable, or its default. */
export type Configuration = {
  readonly [Name in VariableName]: t.TypeOf<(typeof variables)[Name][0]> | (typeof variables)[Name][1];
};

/** Environment variables, or a part of them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable with the path of the file that contains the value of `name`. */
const fileVariable = (name: string): string => `${name}_FILE`;

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EISDIR: 'it is a directory',
};

/** Why a file cannot be read, without its path, which may be a secret. */
export const fileProblem = (error: unknown): string => {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return fileProblems[code] ?? code;
};

/** The environment without white space and line breaks around its values, which editors and files of variables add. */
const trimmed = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, text?.trim()]));

const inQuotes = (name: string): string => `${name} must not begin or end with a quote`;

const unquoted = (name: string, text: string): E.Either<string, string> =>
  isQuoted(text) ? E.left(inQuotes(name)) : E.right(text);

/** The text of a variable, from itself or its file; an empty variable counts as absent. */
const readText = (environment: Environment, name: VariableName): E.Either<string, string | undefined> => {
  const text = environment[name] || undefined;
  const file = (secretVariables.includes(name) && environment[fileVariable(name)]) || undefined;
  if (file === undefined) return text === undefined ? E.right(text) : unquoted(name, text);
  if (text !== undefined) return E.left(`${name} and ${fileVariable(name)} must not be set together`);
  if (isQuoted(file)) return E.left(inQuotes(fileVariable(name)));
  try {
    const content = readFileSync(file, 'utf8').trim();
    return content === '' ? E.left(`${fileVariable(name)} names an empty file`) : unquoted(name, content);
  } catch (error) {
    return E.left(`${fileVariable(name)} names a file that cannot be read: ${fileProblem(error)}`);
  }
};

const messageIf = (isFound: boolean, message: string): readonly string[] => (isFound ? [message] : []);

const isProduction = (environment: Environment): boolean => environment['NODE_ENV']?.trim() === 'production';

/** The messages about an invalid choice of the store. */
const storeProblems = (environment: Environment, names: readonly VariableName[]): readonly string[] => {
  const spellings = (name: VariableName): readonly string[] =>
    secretVariables.includes(name) ? [name, fileVariable(name)] : [name];
  const isSet = (name: VariableName): boolean => spellings(name).some((each) => Boolean(environment[each]));
  const durable = storeVariables.filter(isSet);
  const chosen = [...durable, ...(isSet('STORE') ? ['STORE'] : [])];
  const empty = storeVariables.flatMap(spellings).filter((name) => environment[name] === '');
  return [
    ...messageIf(isQuoted(environment['NODE_ENV'] ?? ''), inQuotes('NODE_ENV')),
    ...empty.map((name) => `${name} is empty: set it to the store, or remove it`),
    ...messageIf(chosen.length > 1, `${chosen.join(' and ')} must not be set together: there is one store`),
    ...messageIf(
      durable.length > 0 && isSet('API_KEY') && names.includes('API_KEY'),
      `API_KEY is for the store in memory: with ${durable[0]}, animal-store keys issue makes API keys`,
    ),
    ...messageIf(
      chosen.length === 0 && isProduction(environment) && names.includes('STORE'),
      `no store is chosen: set ${storeVariables.join(', ')}, or STORE=memory, which loses the animals with the process`,
    ),
  ];
};

/**
 * Decodes environment variables, and secrets from the files that they name. The Left has a message for each problem; none
 * contains a value, which may be a secret. A command that needs only some variables names them; the others have their default.
 */
export const decodeConfiguration = (
  given: Environment,
  names: readonly VariableName[] = Object.keys(variables) as VariableName[],
): E.Either<InvalidConfiguration, Configuration> => {
  const environment = trimmed(given);
  const messages: string[] = [...storeProblems(environment, names)];
  const values: Record<string, unknown> = {};
  for (const [name, [codec, fallback]] of Object.entries(variables) as [VariableName, Variable<unknown>][]) {
    values[name] = fallback;
    if (!names.includes(name)) continue;
    const text = readText(environment, name);
    if (E.isLeft(text)) messages.push(text.left);
    else if (text.right !== undefined) {
      const decoded = codec.decode(text.right);
      if (E.isRight(decoded)) values[name] = decoded.right;
      else messages.push(`${name} ${decoded.left[0]?.message}`);
    }
  }
  return messages.length > 0 ? E.left({ _tag: 'InvalidConfiguration', messages }) : E.right(values as Configuration);
};

/** Warnings for the operator about variables that do not prevent a start. */
export const configurationWarnings = (environment: Environment, { BASE_URL }: Configuration): readonly string[] =>
  messageIf(
    BASE_URL === undefined && isProduction(environment),
    'BASE_URL is not set, so Link and Location are relative, such as /v1/pets?cursor=…, which some clients do not follow, ' +
      'and the OpenAPI document names no host: set it to the URL of the API for clients',
  );

const helpOf = (name: VariableName): readonly string[] => {
  const [, fallback, help] = variables[name];
  const file = secretVariables.includes(name) ? `; ${fileVariable(name)} may name a file with it instead` : '';
  return [`  ${name}${fallback === undefined ? '' : ` (default: ${fallback})`}`, `    ${help}${file}`];
};

/** Describes variables for the help of a command; by default all of them. */
export const variablesHelp = (names = Object.keys(variables) as readonly VariableName[]): string =>
  [
    '',
    'Environment variables; white space around a value is ignored. An empty one counts as absent, and is refused if it names a store:',
    ...names.flatMap(helpOf),
  ].join('\n');
