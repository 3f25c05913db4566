import type { Reporter } from 'vitest/node';

/**
 * Ends the report of a run with one plain line, `12 passed, 0 failed, 1 skipped`, which a person sees at once and a
 * script can read. A run without a test is not a good one: it ends with exit code 1.
 */
export const testCountReporter: Reporter = {
  onTestRunEnd: (modules, unhandledErrors) => {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: string): number => states.filter((each) => each === state).length;
    // A file that breaks outside of a test, while loading or in a hook, leaves its tests unrun.
    const broken = modules.filter((module) => module.state() === 'failed').length;
    const failed = Math.max(count('failed'), broken) + unhandledErrors.length;
    const [passed, skipped] = [count('passed'), count('skipped') + count('pending')];
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
    if (passed + skipped === 0 || failed > 0) process.exitCode = 1;
  },
};
