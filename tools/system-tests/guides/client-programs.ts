import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Need } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';

/** The languages of the programs in docs/clients.md, with the command that runs a file. */
export const languages = [
  { language: 'js', command: process.execPath, file: 'animals.mjs' },
  { language: 'python', command: 'python3', file: 'animals.py' },
] as const;

/** The program in docs/clients.md in a language. */
export const programIn = (language: string): string => {
  const guide = readFileSync(projectFile('docs/clients.md'), 'utf8');
  const [, source] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(guide) ?? [];
  if (source === undefined) throw new Error(`docs/clients.md has no program in ${language}`);
  return source;
};

export const needsPython: Need = {
  where: 'in Python',
  missing: spawnSync('python3', ['--help']).error && 'python3 cannot be started',
  requiredBy: 'REQUIRE_PYTHON',
  waivedBy: 'WITHOUT_PYTHON',
};
