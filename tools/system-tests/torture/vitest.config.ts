import { defineConfig } from 'vitest/config';
import { testCountReporter } from '../../test-count-reporter.ts';

const conditions = ['@animal-store/source', 'node', 'import', 'module', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'torture',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: '../../testkit/src/mongodb/server.ts',
    // Every attack runs twice, with and without the limit that stops it, each time for seconds on a process of its own.
    reporters: ['default', testCountReporter],
  },
});
