import type { TestProject } from 'vitest/node';
import { failIfRequired, type Need, reportSkipped } from './need.ts';

// Vitest reports a test as pending if its group is inside a skipped one.
const countSkipped = (project: TestProject): number =>
  project.vitest.state
    .getTestModules()
    .filter((module) => module.project === project)
    .flatMap(({ children }) => [...children.allTests('skipped'), ...children.allTests('pending')]).length;

/**
 * Fails the run if its tests need what is missing and are required. Otherwise returns what reports, at the end, how many of
 * them were skipped.
 */
export const requireOrReport = (project: TestProject, need: Need): (() => void) => {
  failIfRequired(need);
  return () => {
    if (need.missing !== undefined) reportSkipped(need, countSkipped(project));
  };
};
