import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Need } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';

const [, source = ''] = /^```python\n(.*?)^```$/ms.exec(readFileSync(projectFile('docs/clients.md'), 'utf8')) ?? [];

/** The program in docs/clients.md. */
export const pythonProgram: string = source;

export const needsPython: Need = {
  where: 'in Python',
  missing: spawnSync('python3', ['--help']).error && 'python3 cannot be started',
  requiredBy: 'REQUIRE_PYTHON',
  waivedBy: 'WITHOUT_PYTHON',
};
