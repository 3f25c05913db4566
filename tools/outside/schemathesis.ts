import { pythonFolder, pythonSources } from './python-environment.ts';
import { runProgram } from './run-program.ts';

/** The API that Schemathesis tests. */
export interface ApiUnderTest {
  readonly url: string;
  readonly apiKey: string;
}

export interface SchemathesisOptions {
  readonly seed: number;
  /** The most random requests for each operation. */
  readonly examples: number;
  /** The phases of Schemathesis; all by default. */
  readonly phases?: string;
  readonly signal: AbortSignal;
  readonly onOutput?: (text: string) => void;
}

/** Tests a running API against the document that it serves, with all checks. Returns whether all passed. */
export const runSchemathesis = async (
  program: (name: string) => string,
  { url, apiKey }: ApiUnderTest,
  { seed, examples, phases, ...options }: SchemathesisOptions,
): Promise<boolean> => {
  const args = [
    `--config-file=${pythonSources}/schemathesis.toml`,
    'run',
    `${url}/openapi.json`,
    '--checks=all',
    ...(phases === undefined ? [] : [`--phases=${phases}`]),
    `--seed=${seed}`,
    `--max-examples=${examples}`,
    '--continue-on-failure',
    '--generation-database=none',
    '--no-color',
  ];
  const env = { API_KEY: apiKey, PYTHONPATH: pythonSources, PYTHONDONTWRITEBYTECODE: '1' };
  return (await runProgram({ path: program('schemathesis'), args, cwd: pythonFolder, env, ...options })) === 0;
};
