import type { Need } from '@animal-store/testkit/needs';
import { runProgram } from '../packages/run-program.ts';

const { code } = await runProgram('.', 'go', ['version']);

export const needsGo: Need = {
  where: 'with Go',
  missing: code === 0 ? undefined : 'there is no Go (https://go.dev/dl)',
  requiredBy: 'REQUIRE_GO',
  waivedBy: 'WITHOUT_GO',
};
