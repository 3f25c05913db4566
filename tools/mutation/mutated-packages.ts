/** How the sources of a package, or a part of them, are tested by mutation. */
export interface Mutated {
  readonly package: string;
  /** The sources that are mutated, below the package's folder. */
  readonly sources: readonly string[];
  /** The tests that are to notice a mutant, below the package's folder. */
  readonly tests: readonly string[];
  /** The lowest score in percent that passes: the last one that was measured, rounded down. */
  readonly lowestScore: number;
  /** Whether static mutants count as well. Each needs a process of its own, so it takes three times as long. */
  readonly withStatic?: boolean;
}

const whole = (name: string, lowestScore: number, ...moreTests: readonly string[]): Mutated => ({
  package: name,
  sources: ['src/**/*.ts'],
  tests: ['src/**/*.test.ts', ...moreTests],
  lowestScore,
});

// Nearly every test in `test` runs through nearly every step. With all of them, a mutant that survives would take
// minutes, so each folder has the tests of its topics. `body-cost`, which measures times, and `abuse`, which sends a load of
// requests, are too slow for any.
const koa = (sources: readonly string[], tests: readonly string[], lowestScore: number, topics: string): Mutated => ({
  package: 'adapter-http-koa',
  sources,
  tests: [...tests, ...topics.split(' ').map((topic) => `test/${topic}.test.ts`)],
  lowestScore,
});

// The folder of the document is measured with that of its parts.
const foldersOf = (part: string): readonly string[] => (part === 'openapi' ? ['document', 'openapi'] : [part]);

const koaParts: Readonly<Record<string, readonly [lowestScore: number, topics: string]>> = {
  admission: [95, 'exchanges expect-continue'],
  body: [93, 'exchanges expect-continue large-bodies lost-clients mounted'],
  drivers: [92, 'connection-limits exchanges lost-clients mounted report'],
  message: [96, 'admin-api closing exchanges parser-errors'],
  openapi: [98, 'api-guide openapi/documented-responses'],
  operations: [95, 'docs-page/docs-page exchanges'],
  strangers: [96, 'closing connection-limits time-limits'],
  server: [
    96,
    'closing connection-limits exchanges expect-continue large-bodies lost-clients parser-errors report stop time-limits',
  ],
};

const koaRest = koa(
  [
    'src/**/*.ts',
    ...Object.keys(koaParts)
      .flatMap(foldersOf)
      .map((folder) => `!src/${folder}/**`),
  ],
  ['src/*.test.ts', 'src/docs-page/*.test.ts'],
  97,
  'admin-api docs-page/docs-page exchanges mounted report',
);

/** What is mutated, by a name: a package, or one part of it. */
export const mutated: Readonly<Record<string, Mutated>> = {
  domain: whole('domain', 97),
  access: whole('access', 100),
  'adapter-memory': whole('adapter-memory', 98, 'test/contract.test.ts'),
  client: whole('client', 97),
  ...Object.fromEntries(
    Object.entries(koaParts).map(([part, [lowestScore, topics]]) => [
      `adapter-http-koa/${part}`,
      {
        ...koa(
          foldersOf(part).map((folder) => `src/${folder}/**/*.ts`),
          [
            ...foldersOf(part).map((folder) => `src/${folder}/**/*.test.ts`),
            'src/pipeline.test.ts',
            'src/document/*.test.ts',
            'src/openapi/*.test.ts',
            'src/validate-options.test.ts',
          ],
          lowestScore,
          topics,
        ),
        // Nearly all of the OpenAPI document is made of constants.
        withStatic: part === 'openapi',
      },
    ]),
  ),
  'adapter-http-koa/rest': koaRest,
};

/** The names in `mutated` of a package with all its parts, or of one part. */
export const namesOf = (wanted: string): readonly string[] =>
  Object.keys(mutated).filter((name) => name === wanted || name.startsWith(`${wanted}/`));
