import { defineConfig } from 'vitest/config';
import { testCountReporter } from '../test-count-reporter.ts';

const conditions = ['@animal-store/source', 'node', 'import', 'module', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'packages',
    root: import.meta.dirname,
    include: ['**/*.packed.test.ts'],
    globalSetup: './consumer.ts',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Each file runs compilers, which use the whole machine.
    fileParallelism: false,
    // First every package is built, packed and installed as its users would: a minute or two.
    reporters: ['default', testCountReporter],
  },
});
