import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const conditions = ['@animal-store/source', 'node', 'import', 'module', 'default'];

// The first failure ends the tests of a mutant. By default the slowest file comes first. In the order of their paths the
// unit tests in `src` come before the tests that wait for sockets in `test`.
class InOrderOfPath extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
  }
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: process.env['MUTATION_TESTS']?.split(' ') ?? [],
    // StrykerJS chooses a mutant while the program runs, so modules are shared: a mutant takes a third of the time.
    isolate: false,
    // A hundred times what most tests take: one that is slow on a busy machine has not noticed a mutant. StrykerJS itself
    // waits several times as long for a test that never ends.
    testTimeout: 10_000,
    hookTimeout: 10_000,
    sequence: { sequencer: InOrderOfPath },
    reporters: [],
  },
});
