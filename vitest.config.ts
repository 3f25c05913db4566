import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig, type TestUserConfig } from 'vitest/config';
import { testCountReporter } from './tools/test-count-reporter.ts';

// What the processes of the tests compile is kept: a tenth of their CPU time, and half of the time in which the service starts.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compile');

// Not `import`: the conditions apply to `require` in a CommonJS driver as well, which would get an ES module.
const conditions = ['@animal-store/source', 'node', 'module-sync', 'default'];

const inProcess = ['{packages,apps}/*/src/**/*.test.ts', 'packages/adapter-http-koa/test/**/*.test.ts'];
const onMongodb = ['packages/adapter-mongodb/test/**/*.test.ts', '{apps,tools}/**/*.mongodb.test.ts'];
const onPostgres = ['packages/adapter-postgres/test/**/*.test.ts', '{apps,tools}/**/*.postgres.test.ts'];
// What waits for time limits, elections and restarts, or starts many processes: `npm run test:slow`.
const slow = ['**/*.slow.test.ts'];
// Runs of their own: `npm run test:packages`, `npm run test:outside`.
const ownRuns = ['tools/packages/**', 'tools/outside/*.outside.test.ts'];

// Each starts one server, only when the run has a test for it.
const mongodb = 'tools/testkit/src/mongodb/server.ts';
const postgres = 'tools/testkit/src/postgres/server.ts';

const project = (name: string, include: readonly string[], exclude: readonly string[], more: TestUserConfig = {}) => ({
  extends: true as const,
  test: { name, include: [...include], exclude: [...configDefaults.exclude, ...exclude], ...more },
});

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    testTimeout: 30_000,
    // Two more than two cores: the tests wait for half of their time.
    maxWorkers: Math.max(4, availableParallelism()),
    reporters: ['default', testCountReporter],
    projects: [
      // They leave nothing behind in the process that runs them, so the files of a worker share what they import.
      project('in-process', inProcess, [], { isolate: false }),
      project(
        'units',
        ['{packages,apps}/*/test/**/*.test.ts', 'tools/**/*.test.ts'],
        [...[...inProcess, ...onMongodb, ...onPostgres, ...slow, ...ownRuns]],
      ),
      project('mongodb', onMongodb, slow, { globalSetup: mongodb }),
      project('postgres', onPostgres, slow, { globalSetup: postgres }),
      // They measure times, so not more of them than cores run at once. Vitest needs a group for a number of its own.
      project('slow', slow, [], {
        globalSetup: [mongodb, postgres],
        maxWorkers: 2,
        sequence: { groupOrder: 1 },
      }),
      // One file at a time, because all prepare the same folder of downloads.
      project('outside', ['tools/outside/*.outside.test.ts'], [], {
        maxWorkers: 1,
        sequence: { groupOrder: 2 },
        testTimeout: 600_000,
        hookTimeout: 300_000,
      }),
      project('packages', ['tools/packages/*.test.ts'], [], {
        globalSetup: ['tools/packages/published.ts', mongodb, postgres],
        testTimeout: 300_000,
        hookTimeout: 300_000,
      }),
    ],
  },
});
