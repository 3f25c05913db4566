import { anyOf } from '../any-of.ts';
import { durableStores } from '../stores/durable-stores.ts';
import { fileVariable } from './secret-files.ts';
import { variables } from './variable-descriptions.ts';
import { storeVariables } from './variables.ts';

const helpOf = (some: typeof variables): string =>
  [
    '',
    'Environment variables; an empty one counts as absent:',
    ...some.flatMap(({ name, meaning, unit, example, ...rest }) => [
      '',
      `  ${name}`,
      `    ${meaning}`,
      `    default: ${rest.default}${unit === undefined ? '' : `; unit: ${unit}`}; example: ${example}`,
    ]),
  ].join('\n');

/** The environment variables for a terminal, to stand under the help of a command. */
export const variablesHelp: string = helpOf(variables);

/** The same for the commands that manage API keys. */
export const keysVariablesHelp: string = helpOf(
  variables.filter(({ name }) => storeVariables.some((store) => name === store || name === fileVariable(store))),
);

/** The variables that choose a store, for the description of a command: `SQLITE_FILE or MONGODB_URI`. */
export const anyStoreVariable: string = anyOf(storeVariables);

const storeFiles = durableStores.flatMap(({ variable: { isSecret, name } }) => (isSecret ? [fileVariable(name)] : []));

/** Where a command reads which store it uses, as the last sentence of its help. */
export const readsVariables: string = `It reads ${anyStoreVariable}, or the file that ${anyOf(storeFiles)} names.`;

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The same as a table in Markdown. */
export const variablesTable: string = [
  '| variable | default | unit | example | meaning |',
  '|---|---|---|---|---|',
  ...variables.map(({ name, meaning, unit = '', example, ...rest }) =>
    ['', `\`${name}\``, rest.default, unit, `\`${example}\``, meaning, ''].map(cell).join(' | ').trim(),
  ),
].join('\n');
