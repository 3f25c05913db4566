import { mkdir, readFile } from 'node:fs/promises';
import { startService } from '@animal-store/testkit/service/start-service';
import { createCleanup } from '../../bench/cleanup.ts';
import type { Run } from '../run-command.ts';
import { runProgram } from '../run-program.ts';
import { generatedModels, generatorComplaints } from './check-generated.ts';
import type { ClientProgram, Command } from './client-programs.ts';
import { clientsFolder } from './openapi-generator.ts';

/** The result of a client; `problem` says what failed. */
export type ClientResult =
  | { readonly is: 'passed' }
  | { readonly is: 'left out'; readonly reason: string }
  | { readonly is: 'failed'; readonly problem: string };

// Far more than needed.
const timeLimits = { build: 5 * 60_000, run: 60_000 } as const;

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

interface Limits {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly time: number;
  readonly signal: AbortSignal;
}

/** Runs a command to its end. One that does not start or takes too long ends with no exit code. */
const runLimited = async ([path, ...args]: Command, { cwd, env, time, signal }: Limits): Promise<Ended> => {
  let output = '';
  const onOutput = (text: string): void => {
    output += text;
  };
  const limited = AbortSignal.any([signal, AbortSignal.timeout(time)]);
  const code = await runProgram({ path, args, cwd, env, signal: limited, onOutput }).catch((error) => {
    signal.throwIfAborted();
    output += limited.aborted ? `it took more than ${time / 1000} s` : error;
    return null;
  });
  return { code, output };
};

const failed = (problem: string): ClientResult => ({ is: 'failed', problem });

/** Generates a client in the folder of its name, compiles and runs its program on a service with an empty store. */
export const testClient = async (
  { name, needs, generate, hasModelFiles, build, run }: ClientProgram,
  expected: { readonly models: readonly string[]; readonly output: string },
  { signal, cleanup }: Run,
): Promise<ClientResult> => {
  const cwd = `${clientsFolder}/${name}`;
  await mkdir(cwd, { recursive: true });
  const execute = (command: Command): Promise<Ended> =>
    runLimited(command, { cwd, env: process.env, time: timeLimits.build, signal });

  if (needs !== undefined && (await execute(needs)).code !== 0) {
    return { is: 'left out', reason: `there is no ${needs[0]} here` };
  }
  for (const command of build === undefined ? [generate] : [generate, build]) {
    const { code, output } = await execute(command);
    if (code !== 0) return failed(`${command.join(' ')}: exit code ${code}\n${output.slice(-4000)}`);
    if (command !== generate || !hasModelFiles) continue;
    const complaints = generatorComplaints(output);
    if (complaints.length > 0) return failed(`the generator said\n${complaints.join('\n').slice(0, 4000)}`);
    const files = await readFile(`${cwd}/generated/.openapi-generator/FILES`, 'utf8');
    const models = generatedModels(files.split('\n'));
    if (models.join() !== expected.models.join()) return failed(`models ${models} instead of ${expected.models}`);
  }

  const own = createCleanup();
  cleanup.add(own.run);
  const service = await startService({ form: 'built', startsWithin: 180_000 });
  own.add(service.stop);
  const env = {
    API_URL: service.baseUrl,
    API_KEY: service.apiKey,
    PYTHONPATH: 'generated',
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const { code, output } = await runLimited(run, { cwd, env, time: timeLimits.run, signal });
  await own.run();
  if (code === 0 && output === expected.output) return { is: 'passed' };
  return failed(`exit code ${code}, and it printed\n${output.slice(-4000)}instead of\n${expected.output}`);
};
