import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const conditions = ['@animal-store/source', 'node', 'module-sync', 'default'];

// A mutant is done at the first test that fails, so the quick ones come first. Vitest itself begins with the longest.
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification): number => Number(/adapter-http-koa|\/test\//.test(moduleId));
    return files.toSorted((a, b) => isSlow(a) - isSlow(b));
  }
}

// The tests that are to notice a mutant. Those that start a process or wait are left out: each mutant runs all tests that reach it.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    testTimeout: 30_000,
    isolate: false,
    sequence: { sequencer: QuickFirst },
    include: [
      'packages/{domain,access,client,adapter-memory,adapter-sqlite}/src/**/*.test.ts',
      'packages/adapter-memory/test/contract.test.ts',
      'packages/adapter-sqlite/test/{backup,compare,contract,file,group-commit,opening,reads,schema,vanished}.test.ts',
      'packages/adapter-http-koa/src/{operations/*,middleware/*,options,openapi-document,create-app}.test.ts',
      'packages/adapter-http-koa/test/{exchanges,large-bodies,lost-clients,mounted,parser-errors}.test.ts',
    ],
  },
});
