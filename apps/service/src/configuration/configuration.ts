import { type Fields, struct, toViolations } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { InvalidConfiguration } from '../errors.ts';
import { fileVariable, type ReadText, readSecretFiles, readTextFile, type Texts } from './secret-files.ts';
import { isSet, storeVariableNames, storeVariables } from './store-variables.ts';
import { type Configuration, variableTable } from './variables.ts';

const entries = Object.entries(variableTable);

const codec = struct<Partial<Configuration>>(
  'Configuration',
  Object.fromEntries(entries.map(([name, variable]) => [name, variable.codec])) as unknown as Fields<Configuration>,
  Object.keys(variableTable) as (keyof Configuration)[],
);

/** The configuration of an empty environment. */
const defaults = Object.fromEntries(
  entries.flatMap(([name, variable]) => ('default' in variable ? [[name, variable.default]] : [])),
) as unknown as Configuration;

// Looks at the texts, so that its messages appear together with those about single variables.
const contradictions = (environment: Texts): readonly string[] => {
  const stores = storeVariableNames.filter((name) => isSet(environment, name));
  return [
    ...(stores.length > 1 ? [`${stores.join(' and ')} must not be set together: there is one store`] : []),
    ...(isSet(environment, 'API_KEY') ? stores : []).map(
      (name) =>
        `API_KEY must not be set together with ${name}: the keys are in ${storeVariables[name]} (animal-store keys issue)`,
    ),
  ];
};

/**
 * Reads the configuration from environment variables, and secrets from the files that they name; an empty variable counts
 * as absent.
 */
export const decodeConfiguration = (
  environment: Texts,
  readText: ReadText = readTextFile,
): E.Either<InvalidConfiguration, Configuration> => {
  const set: Texts = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''));
  const { environment: texts, problems } = readSecretFiles(set, readText);
  const given = codec.decode(texts);
  const nameOf = (path: string): string =>
    set[fileVariable(path)] === undefined ? path : `${path}, read from ${fileVariable(path)},`;
  const invalid = E.isLeft(given) ? toViolations(given.left) : [];
  const messages = [
    ...invalid.map(({ path, message }) => `${nameOf(path)} ${message}`),
    ...problems,
    ...contradictions(set),
  ];
  return E.isRight(given) && messages.length === 0
    ? E.right({ ...defaults, ...given.right })
    : E.left({ _tag: 'InvalidConfiguration', messages });
};
