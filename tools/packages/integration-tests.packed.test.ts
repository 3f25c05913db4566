import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failIfRequired, type Need, reportSkipped } from '@animal-store/testkit/needs';
import { expect, inject, test } from 'vitest';
import { runProgram } from './run-program.ts';

test('the example of integration tests passes on MongoDB', async ({ skip }) => {
  const folder = join(inject('consumer').folder, 'examples/integration-tests');
  // The test stops its container, so it needs no helper container.
  const env = { ...process.env, TESTCONTAINERS_RYUK_DISABLED: 'true' };
  const { code, output } = await runProgram(folder, process.execPath, ['--test', '--test-reporter=tap'], { env });
  const need: Need = { where: 'on MongoDB', missing: / # SKIP (.*)/.exec(output)?.[1], requiredBy: 'REQUIRE_MONGODB' };
  failIfRequired(need);
  if (need.missing !== undefined) reportSkipped(need, 1);
  skip(need.missing !== undefined, need.missing);
  const titles = readFileSync(join(folder, 'shelter.test.ts'), 'utf8').match(/(?<=^ {2}it\(').*(?=',)/gm) ?? [];
  expect(titles.length).toBeGreaterThan(0);
  expect({ code, passed: output.match(/(?<=^ {4}ok \d - ).*/gm) }, output).toEqual({ code: 0, passed: titles });
});
