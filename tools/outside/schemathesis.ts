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
  readonly signal: AbortSignal;
}

/** Tests a running API against the document that it serves, with all checks. Returns whether all passed. */
export const runSchemathesis = async (
  program: (name: string) => string,
  { url, apiKey }: ApiUnderTest,
  { seed, examples, signal }: SchemathesisOptions,
): Promise<boolean> => {
  const args = [
    `--config-file=${pythonSources}/schemathesis.toml`,
    'run',
    `${url}/openapi.json`,
    '--checks=all',
    `--seed=${seed}`,
    `--max-examples=${examples}`,
    '--continue-on-failure',
    '--generation-database=none',
    '--no-color',
  ];
  const env = { API_KEY: apiKey, PYTHONPATH: pythonSources, PYTHONDONTWRITEBYTECODE: '1' };
  return (await runProgram({ path: program('schemathesis'), args, cwd: pythonFolder, env, signal })) === 0;
};
