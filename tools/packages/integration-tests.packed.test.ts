import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeNeeding, type Need } from '@animal-store/testkit/needs';
import { getContainerRuntimeClient } from 'testcontainers';
import { expect, inject, test } from 'vitest';
import { runProgram } from './run-program.ts';

const hasServer = process.env['MONGODB_TEST_URI'] !== undefined;
const need: Need = {
  where: 'on MongoDB',
  missing: await getContainerRuntimeClient().then(
    () => undefined,
    () => (hasServer ? undefined : 'there is no Docker engine, and MONGODB_TEST_URI is not set'),
  ),
  requiredBy: 'REQUIRE_MONGODB',
};

describeNeeding(need, 'the example of integration tests', () => {
  test('passes on MongoDB', async () => {
    const folder = join(inject('consumer').folder, 'examples/integration-tests');
    // The test stops its container, so it needs no helper container.
    const env = { ...process.env, TESTCONTAINERS_RYUK_DISABLED: 'true' };
    const { code, output } = await runProgram(folder, process.execPath, ['--test', '--test-reporter=tap'], { env });
    const titles = readFileSync(join(folder, 'shelter.test.ts'), 'utf8').match(/(?<=^ {2}it\(').*(?=',)/gm) ?? [];
    expect(titles.length).toBeGreaterThan(0);
    expect({ code, passed: output.match(/(?<=^ {4}ok \d - ).*/gm) }, output).toEqual({ code: 0, passed: titles });
  });
});
