import { defineConfig } from 'vitest/config';

const conditions = ['@animal-store/source', 'node', 'module-sync', 'default'];

// The tests that are to notice a mutant: those beside the sources, and those of the adapter that run its operations.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    isolate: false,
    include: [
      'packages/{domain,access}/src/**/*.test.ts',
      'packages/adapter-http-koa/src/{operations/*,middleware/*,options,openapi-document,create-app}.test.ts',
      'packages/adapter-http-koa/test/exchanges.test.ts',
    ],
  },
});
