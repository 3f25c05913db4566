import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';
import { testCountReporter } from '../../test-count-reporter.ts';

const conditions = ['@animal-store/source', 'node', 'import', 'module', 'default'];

const whySlow: Reporter = {
  onTestRunStart: () =>
    void process.stdout.write(
      'Every attack runs twice, with and without the limit that stops it, each time for seconds on a process of its own.\n',
    ),
};

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'torture',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: '../../testkit/src/mongodb/server.ts',
    reporters: ['default', whySlow, testCountReporter],
  },
});
