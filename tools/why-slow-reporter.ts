import type { Reporter } from 'vitest/node';

/** Begins a run of a project by saying why it takes long, and how long. */
export const whySlowReporter = (project: string, why: string): Reporter => ({
  onTestRunStart: (files) => {
    if (files.some((file) => file.project.name === project)) process.stdout.write(`${why}\n`);
  },
});
