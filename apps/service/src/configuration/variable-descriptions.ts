import { anyOf } from '../any-of.ts';
import { durableStores } from '../stores/durable-stores.ts';
import { fileVariable, secretVariables } from './secret-files.ts';
import { storeVariables, variableTable } from './variables.ts';

/** An environment variable, for a person who sets it. */
export interface VariableDescription {
  readonly name: string;
  readonly meaning: string;
  /** The value if the variable is absent, or words for what that means. */
  readonly default: string;
  readonly unit?: string;
  readonly example: string;
}

const storeDescriptions: readonly VariableDescription[] = durableStores.map(
  ({ variable: { name, meaning, example } }) => ({
    name,
    meaning: `${meaning}; not allowed with ${anyOf(storeVariables.filter((other) => other !== name))}`,
    default: 'in memory',
    example,
  }),
);

const commonDescriptions: readonly VariableDescription[] = Object.entries(variableTable).map(
  ([name, { codec: _, ...variable }]) => ({
    ...variable,
    name,
    default: String('default' in variable ? variable.default : variable.absent),
  }),
);

const fileDescriptions: readonly VariableDescription[] = secretVariables.map((secret) => ({
  name: fileVariable(secret),
  meaning: `a file that holds ${secret}, for example a mounted secret; not allowed together with ${secret}`,
  default: 'none',
  example: `/run/secrets/${secret.toLowerCase().replace('_', '-')}`,
}));

/** The descriptions of all variables, including those that name files, in the order in which they are shown. */
export const variables: readonly VariableDescription[] = [...storeDescriptions, ...commonDescriptions].flatMap(
  (description) => [description, ...fileDescriptions.filter(({ name }) => name === fileVariable(description.name))],
);
