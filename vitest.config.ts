import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { testCountReporter } from './tools/test-count-reporter.ts';

// Not `import`: the conditions apply to `require` in a CommonJS driver as well, which would get an ES module.
const conditions = ['@animal-store/source', 'node', 'module-sync', 'default'];

// These leave nothing behind in the process that runs them.
const inProcess = ['{packages,apps}/*/src/**/*.test.ts', 'packages/adapter-http-koa/test/**/*.test.ts'];

// These share one MongoDB, which is started only when at least one of them is part of the run.
const onMongodb = ['packages/adapter-mongodb/test/**/*.test.ts', '{apps,tools}/**/*.mongodb.test.ts'];

// These share one PostgreSQL, likewise.
const onPostgres = ['packages/adapter-postgres/test/**/*.test.ts', '{apps,tools}/**/*.postgres.test.ts'];

// What waits for time limits, elections and restarts, or needs millions of animals or an image: `npm run test:slow`.
const slow = '**/*.slow.test.ts';

// Runs of their own: `npm run test:torture`, whose times need the machine for themselves, `npm run test:packages` and the tests
// from outside.
const ownRuns = [
  'tools/system-tests/torture/**',
  'tools/packages/*.packed.test.ts',
  'tools/outside/**/*.outside.test.ts',
];

const mongodb = 'tools/testkit/src/mongodb/server.ts';
const postgres = 'tools/testkit/src/postgres/server.ts';

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    testTimeout: 30_000,
    // One more than two cores: the tests wait for a third of their time, and the runner has little to do.
    maxWorkers: Math.max(3, availableParallelism()),
    reporters: ['default', testCountReporter],
    projects: [
      {
        extends: true,
        test: {
          name: 'in-process',
          include: inProcess,
          // The files of a worker share what they import, which takes two thirds of the time away.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'units',
          include: ['{packages,apps}/*/test/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...inProcess, ...onMongodb, ...onPostgres, slow, ...ownRuns],
        },
      },
      {
        extends: true,
        test: {
          name: 'mongodb',
          include: onMongodb,
          exclude: [...configDefaults.exclude, slow],
          globalSetup: mongodb,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: onPostgres,
          exclude: [...configDefaults.exclude, slow],
          globalSetup: postgres,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [`{packages,apps,tools}/${slow}`],
          globalSetup: [mongodb, postgres],
          // They mostly wait, but measure times as well, so not more of them than cores run at once. Vitest needs a group for
          // a number of its own.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
