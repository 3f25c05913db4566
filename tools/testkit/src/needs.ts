import { describe, type RunnerTask, type TestOptions, test } from 'vitest';
import type { TestProject } from 'vitest/node';

/** Something that tests need and that a machine may lack. */
export interface Need {
  /** Where the tests run, as in `not tested on MongoDB`. */
  readonly where: string;
  /** Why it is missing; undefined if it is available. */
  readonly missing: string | undefined;
  /** The variable that makes its absence a failure, like `CI`. */
  readonly requiredBy: string;
  /** The variable that allows its absence on a machine of continuous integration. */
  readonly waivedBy?: string;
}

const isSet = (name = ''): boolean => ['1', 'true'].includes(process.env[name] ?? '');

const failIfRequired = ({ where, missing, requiredBy, waivedBy }: Need): void => {
  if (missing !== undefined && (isSet(requiredBy) || (isSet('CI') && !isSet(waivedBy))))
    throw new Error(`The tests ${where} are required, but ${missing}`);
};

/** Prints how many tests were skipped, and why. */
export const reportSkipped = ({ where, missing }: Need, tests: number): void => {
  process.stderr.write(`\nNOT TESTED ${where.toUpperCase()}: ${tests} tests were skipped, because ${missing}\n\n`);
};

const countSkipped = (task: RunnerTask): number => {
  if (task.type === 'test') return task.mode === 'skip' ? 1 : 0;
  return task.tasks.reduce((sum, inner) => sum + countSkipped(inner), 0);
};

/**
 * Describes tests that need something. If it is missing, they are skipped and a notice on standard error counts them;
 * if they are required, a test of its own fails instead.
 */
export const describeNeeding = (need: Need, title: string, body: () => void, options: TestOptions = {}): void => {
  test(`${title}: can be tested if required`, ({ task }) => {
    failIfRequired(need);
    if (need.missing !== undefined) reportSkipped(need, countSkipped(task.file));
  });
  describe.skipIf(need.missing !== undefined)(title, options, body);
};

/** The same for all tests of a project of Vitest. Returns what reports, at the end, how many of them were skipped. */
export const requireOrReport = ({ vitest, name }: TestProject, need: Need): (() => void) => {
  failIfRequired(need);
  return () => {
    if (need.missing === undefined) return;
    const modules = vitest.state.getTestModules().filter(({ project }) => project.name === name);
    // Vitest reports a test as pending if its group is inside a skipped one.
    const skipped = modules.flatMap(({ children }) => [
      ...children.allTests('skipped'),
      ...children.allTests('pending'),
    ]);
    reportSkipped(need, skipped.length);
  };
};
