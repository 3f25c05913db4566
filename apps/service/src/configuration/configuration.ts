import { onlyFields, toViolations } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import * as t from 'io-ts';
import { anyOf } from '../any-of.ts';
import type { InvalidConfiguration } from '../errors.ts';
import type { ChosenStore } from '../stores/chosen-store.ts';
import { durableStores } from '../stores/durable-stores.ts';
import { fileVariable, type ReadText, readSecretFiles, readTextFile, type Texts } from './secret-files.ts';
import {
  type CommonConfiguration,
  type Configuration,
  defaultAdminPort,
  storesWithFirstKey,
  variableTable,
} from './variables.ts';

type StoreValues = Readonly<Record<string, string | undefined>>;

type Row = (typeof variableTable)[keyof CommonConfiguration];

const names = Object.keys(variableTable) as readonly (keyof CommonConfiguration)[];

/** A column of the table; rows whose cell is undefined are left out. */
const column = <A extends object>(cell: (row: Row) => unknown): A => {
  const cells = names.map((name) => [name, cell(variableTable[name])] as const);
  return Object.fromEntries(cells.filter(([, value]) => value !== undefined)) as A;
};

const commonCodec: t.Type<Partial<CommonConfiguration>, unknown, unknown> = onlyFields(
  t.partial(column<Record<keyof CommonConfiguration, t.Mixed>>(({ codec }) => codec)),
);

const storeCodec: t.Type<StoreValues, unknown, unknown> = onlyFields(
  t.partial(Object.fromEntries(durableStores.map(({ variable: { name, codec } }) => [name, codec]))),
);

/** The configuration of an empty environment. */
const defaults = column<CommonConfiguration>((row) => ('default' in row ? row.default : undefined));

/** Whether a variable, or the one that names the file of its value, is set. */
const isSet = (environment: Texts, name: string): boolean =>
  environment[name] !== undefined || environment[fileVariable(name)] !== undefined;

const everyAddress: readonly string[] = ['0.0.0.0', '::'];

const clashOfPorts = ({ HOST, ADMIN_HOST, PORT, ADMIN_PORT }: Texts): readonly string[] => {
  const port = Number(PORT ?? variableTable.PORT.default);
  const hosts = [HOST ?? variableTable.HOST.default, ADMIN_HOST ?? variableTable.ADMIN_HOST.default];
  const isSharedHost = hosts[0] === hosts[1] || hosts.some((host) => everyAddress.includes(host));
  return port === 0 || port !== Number(ADMIN_PORT ?? defaultAdminPort) || !isSharedHost
    ? []
    : [`PORT and ADMIN_PORT must differ, and both are ${port}: change one, or turn the metrics off with ADMIN_PORT=0`];
};

// Looks at the texts, so that its messages appear together with those about single variables.
const contradictions = (environment: Texts): readonly string[] => {
  const stores = durableStores.filter(({ variable }) => isSet(environment, variable.name));
  const names = stores.map(({ variable }) => variable.name);
  return [
    ...clashOfPorts(environment),
    ...(names.length > 1 ? [`${names.join(' and ')} must not be set together: there is one store`] : []),
    ...(environment['STORE'] === 'memory' ? names : []).map(
      (name) => `STORE=memory must not be set together with ${name}: there is one store`,
    ),
    ...(environment['FIRST_API_KEY_FILE'] !== undefined && !storesWithFirstKey.some((name) => isSet(environment, name))
      ? [`FIRST_API_KEY_FILE needs ${anyOf(storesWithFirstKey)}: no other store makes a first API key for a file`]
      : []),
    ...(isSet(environment, 'API_KEY') ? stores : []).map(
      ({ title, variable }) =>
        `API_KEY must not be set together with ${variable.name}: the keys are in ${title} (animal-store keys issue)`,
    ),
  ];
};

const choiceOf = (values: StoreValues): ChosenStore | undefined => {
  for (const kind of durableStores) {
    const value = values[kind.variable.name];
    if (value !== undefined) return { kind, value };
  }
  return undefined;
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
  const given = commonCodec.decode(texts);
  const chosen = storeCodec.decode(texts);
  const nameOf = (path: string): string =>
    set[fileVariable(path)] === undefined ? path : `${path}, read from ${fileVariable(path)},`;
  const invalid = [chosen, given].flatMap((decoded) => (E.isLeft(decoded) ? toViolations(decoded.left) : []));
  const messages = [
    ...invalid.map(({ path, message }) => `${nameOf(path)} ${message}`),
    ...problems,
    ...contradictions(set),
  ];
  if (E.isLeft(given) || E.isLeft(chosen) || messages.length > 0)
    return E.left({ _tag: 'InvalidConfiguration', messages });
  const store = choiceOf(chosen.right);
  return E.right({ ...defaults, ...given.right, ...(store && { store }) });
};
