import { storeVariableNames } from './store-variables.ts';
import { variables } from './variables.ts';

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
  variables.filter(({ name }) => storeVariableNames.some((store) => name.startsWith(store))),
);

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The same as a table in Markdown. */
export const variablesTable: string = [
  '| variable | default | unit | example | meaning |',
  '|---|---|---|---|---|',
  ...variables.map(({ name, meaning, unit = '', example, ...rest }) =>
    ['', `\`${name}\``, rest.default, unit, `\`${example}\``, meaning, ''].map(cell).join(' | ').trim(),
  ),
].join('\n');
