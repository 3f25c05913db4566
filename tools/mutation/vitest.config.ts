import { defineConfig } from 'vitest/config';

const conditions = ['@animal-store/source', 'node', 'module-sync', 'default'];

// The tests that are to notice a mutant. Those that start a process or wait are left out: each mutant runs all tests that reach it.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    testTimeout: 30_000,
    isolate: false,
    setupFiles: ['tools/mutation/same-seed.ts'],
    include: [
      'packages/{domain,access,client,adapter-memory,adapter-sqlite}/src/**/*.test.ts',
      'packages/adapter-memory/test/contract.test.ts',
      'packages/adapter-sqlite/test/{backup,contract,file,file-changes,group-commit,opening,schema}.test.ts',
      'packages/adapter-http-koa/src/{operations/*,middleware/*,options,openapi-document,create-app}.test.ts',
      'packages/adapter-http-koa/test/{exchanges,large-bodies,lost-clients,mounted,parser-errors}.test.ts',
    ],
  },
});
