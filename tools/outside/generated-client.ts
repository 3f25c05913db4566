import { pythonFolder, pythonSources } from './python-environment.ts';
import { runProgram } from './run-program.ts';
import type { ApiUnderTest } from './schemathesis.ts';

/** Generates a client in Python from the document of a running API, and uses it; true when all came as it should. */
export const useGeneratedClient = async (
  program: (name: string) => string,
  { url, apiKey }: ApiUnderTest,
  signal: AbortSignal,
): Promise<boolean> => {
  const generate = [
    'generate',
    `--url=${url}/openapi.json`,
    `--output-path=${pythonFolder}/animal_store_client`,
    `--config=${pythonSources}/openapi-python-client.yaml`,
    '--meta=none',
    '--overwrite',
    '--fail-on-warning',
  ];
  const use = ['-m', 'pytest', '-p', 'no:cacheprovider', '--verbose', `${pythonSources}/test_generated_client.py`];
  return (
    (await runProgram({ path: program('openapi-python-client'), args: generate, env: {}, signal })) === 0 &&
    (await runProgram({ path: program('python'), args: use, env: { API_URL: url, API_KEY: apiKey }, signal })) === 0
  );
};
