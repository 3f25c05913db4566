/** How the sources of a package, or a part of them, are tested by mutation. */
export interface Mutated {
  readonly package: string;
  /** The sources that are mutated, below the package's folder. */
  readonly sources: readonly string[];
  /** The tests that are to notice a mutant, below the package's folder. */
  readonly tests: readonly string[];
  /** The lowest score in percent that passes: the last one that was measured, rounded down. */
  readonly lowestScore: number;
}

const whole = (name: string, lowestScore: number, ...moreTests: readonly string[]): Mutated => ({
  package: name,
  sources: ['src/**/*.ts'],
  tests: ['src/**/*.test.ts', ...moreTests],
  lowestScore,
});

const folders = ['application', 'body', 'openapi', 'operations', 'server', 'steps'] as const;

/**
 * A folder of `adapter-http-koa` with its own tests and those in `test` of the same topic: nearly every test there runs
 * through nearly every step, so with all of them each mutant would take minutes. Left out because they are slow:
 * `mounted-alike` and `body-cost` send hundreds of random requests, `abuse` a load of them.
 */
const koa = (folder: (typeof folders)[number], lowestScore: number, ...topics: readonly string[]): Mutated => ({
  package: 'adapter-http-koa',
  sources: [`src/${folder}/**/*.ts`],
  tests: [`src/${folder}/**/*.test.ts`, ...topics.map((topic) => `test/${topic}.test.ts`)],
  lowestScore,
});

export const mutated: Readonly<Record<string, Mutated>> = {
  domain: whole('domain', 98),
  access: whole('access', 98),
  'adapter-memory': whole('adapter-memory', 97, 'test/contract.test.ts'),
  client: whole('client', 97),
  'adapter-http-koa/application': koa('application', 0, 'mounted', 'report', 'lost-clients', 'take-slot'),
  'adapter-http-koa/body': koa(
    'body',
    0,
    'large-bodies',
    'report',
    'mounted',
    'lost-clients',
    'expect-continue',
    'add-pet',
  ),
  'adapter-http-koa/openapi': koa('openapi', 0, 'openapi/documented-responses'),
  'adapter-http-koa/operations': koa(
    'operations',
    0,
    'add-pet',
    'base',
    'pet-removal',
    'failures',
    'health',
    'report',
    'take-slot',
  ),
  'adapter-http-koa/server': koa(
    'server',
    0,
    'closing',
    'connection-limits',
    'stop',
    'parser-errors',
    'time-limits',
    'lost-clients',
    'large-bodies',
  ),
  'adapter-http-koa/steps': koa(
    'steps',
    0,
    'report',
    'take-slot',
    'cross-origin',
    'limit-rate',
    'expect-continue',
    'plain-server',
    'pet-removal',
    'admin-api',
    'base',
    'closing',
  ),
  // Everything else in it, so that no new folder is left out.
  'adapter-http-koa/rest': {
    package: 'adapter-http-koa',
    sources: ['src/**/*.ts', ...folders.map((folder) => `!src/${folder}/**`)],
    tests: [
      'src/*.test.ts',
      ...['docs-page/docs-page', 'report', 'admin-api', 'failures', 'health', 'add-pet', 'mounted', 'take-slot'].map(
        (topic) => `test/${topic}.test.ts`,
      ),
    ],
    lowestScore: 0,
  },
};

/** The names in `mutated` of a package, or of one part of it. */
export const namesOf = (wanted: string): readonly string[] =>
  Object.keys(mutated).filter((name) => name === wanted || name.startsWith(`${wanted}/`));
