import { configDefaults, defineConfig } from 'vitest/config';
import { testCountReporter } from './tools/test-count-reporter.ts';

const conditions = ['@animal-store/source', 'node', 'import', 'module', 'default'];

// These share one MongoDB, which is started only when at least one of them is part of the run.
const onMongodb = ['packages/adapter-mongodb/test/**/*.test.ts', '{apps,tools}/*/**/*.mongodb.test.ts'];

// `npm run test:torture` runs these: attacks need time, and the machine for themselves.
const slow = ['tools/system-tests/torture/**'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    testTimeout: 30_000,
    reporters: ['default', testCountReporter],
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['{packages,apps}/*/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...onMongodb, ...slow],
        },
      },
      {
        extends: true,
        test: {
          name: 'mongodb',
          include: onMongodb,
          globalSetup: 'packages/mongodb-testkit/src/server.ts',
        },
      },
    ],
  },
});
