import type { Reporter, TestModule } from 'vitest/node';

// A file or a group that breaks outside of a test, while loading or in a hook, leaves its tests unrun: it is a failure
// in its own right, or a broken run would count none.
const brokenGroups = (module: TestModule): number =>
  [module, ...module.children.allSuites()].filter((group) => group.errors().length > 0).length;

const countTests = (modules: readonly TestModule[], errorsOutside: number) => {
  const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
  const count = (state: string): number => states.filter((each) => each === state).length;
  return {
    passed: count('passed'),
    failed: count('failed') + modules.reduce((sum, module) => sum + brokenGroups(module), 0) + errorsOutside,
    skipped: count('skipped') + count('pending'),
  };
};

/**
 * Ends the report of a run with one plain line, `12 passed, 0 failed, 1 skipped`, which a person sees at once and a
 * script can read. A run without a test is not a good one: it ends with exit code 1.
 */
export const testCountReporter: Reporter = {
  onTestRunEnd: (modules, unhandledErrors) => {
    const { passed, failed, skipped } = countTests(modules, unhandledErrors.length);
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
    if (passed + skipped === 0 || failed > 0) process.exitCode = 1;
  },
};
