import { describe, type RunnerTask, type TestOptions, test } from 'vitest';
import { failIfRequired, type Need, reportSkipped } from './need.ts';

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
