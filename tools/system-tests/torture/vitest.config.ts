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
    globalSetup: '../../../packages/mongodb-testkit/src/server.ts',
    reporters: ['default', testCountReporter],
  },
});
