import { pythonFolder, pythonSources } from './python-environment.ts';
import { runProgram } from './run-program.ts';

/** An API that Schemathesis is let loose on. */
export interface ApiUnderTest {
  readonly url: string;
  readonly apiKey: string;
}

export interface SchemathesisOptions {
  readonly seed: number;
  /** The most requests of the random phases, for each operation. */
  readonly examples: number;
  /** All of them unless this says otherwise. */
  readonly phases?: string;
  readonly signal: AbortSignal;
  readonly onOutput?: (text: string) => void;
}

/** Holds a running API against the document that it serves, by all checks; true when there is no failure. */
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
