import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { variables } from './variable-descriptions.ts';
import { variablesHelp, variablesTable } from './variables-text.ts';

const guide = fileURLToPath(new URL('../../../../docs/deploy.md', import.meta.url));
const begin = '<!-- what animal-store serve --help shows; vitest run variables-text -u writes it -->\n\n';
const end = '\n\n<!-- end -->';

it('stands in the operations guide as it is', async () => {
  const text = readFileSync(guide, 'utf8');
  const [before, rest = ''] = text.split(begin);
  const after = rest.slice(rest.indexOf(end));
  await expect(`${before}${begin}${variablesTable}${after}`).toMatchFileSnapshot(guide);
});

it('has every variable in the help, with default, unit and example', () => {
  for (const { name, meaning, unit, example, ...rest } of variables) {
    const unitText = unit === undefined ? '' : `; unit: ${unit}`;
    const lines = [`  ${name}`, `    ${meaning}`, `    default: ${rest.default}${unitText}; example: ${example}`];
    expect(variablesHelp).toContain(`\n\n${lines.join('\n')}`);
  }
});
