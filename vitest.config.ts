import { defineConfig } from 'vitest/config';

const conditions = ['@animal-store/source', 'node', 'import', 'module', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['{packages,apps}/*/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'],
    testTimeout: 30_000,
  },
});
