import { variables } from './configuration.ts';

/** The environment variables for a terminal, to stand under the help of a command. */
export const variablesHelp: string = [
  '',
  'Environment variables; an empty one counts as absent:',
  ...variables.flatMap(({ name, meaning, unit, example, ...rest }) => [
    '',
    `  ${name}`,
    `    ${meaning}`,
    `    default: ${rest.default}${unit === undefined ? '' : `; unit: ${unit}`}; example: ${example}`,
  ]),
].join('\n');

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The same as a table in Markdown. */
export const variablesTable: string = [
  '| variable | default | unit | example | meaning |',
  '|---|---|---|---|---|',
  ...variables.map(({ name, meaning, unit = '', example, ...rest }) =>
    ['', `\`${name}\``, rest.default, unit, `\`${example}\``, meaning, ''].map(cell).join(' | ').trim(),
  ),
].join('\n');
