import { defineConfig } from 'vitest/config';
import { testCountReporter } from '../test-count-reporter.ts';

const conditions = ['@animal-store/source', 'node', 'module-sync', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'outside',
    root: import.meta.dirname,
    include: ['**/*.outside.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 300_000,
    maxConcurrency: 2,
    reporters: ['verbose', testCountReporter],
  },
});
