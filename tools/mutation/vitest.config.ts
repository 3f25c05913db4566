import { defineConfig } from 'vitest/config';

const conditions = ['@animal-store/source', 'node', 'import', 'module', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: process.env['MUTATION_TESTS']?.split(' ') ?? [],
    // StrykerJS chooses a mutant while the program runs, so modules are shared: a mutant takes a third of the time.
    isolate: false,
    // Only StrykerJS limits the time. A test that is slow on a busy machine has not noticed a mutant.
    testTimeout: 0,
    hookTimeout: 0,
    reporters: [],
  },
});
