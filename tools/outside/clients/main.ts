import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { preparePython } from '../python-environment.ts';
import { exitCodes, runCommand } from '../run-command.ts';
import { clientPrograms } from './client-programs.ts';
import { fetchGenerator } from './openapi-generator.ts';
import { runClients } from './run-clients.ts';

const requireJava = (): Promise<unknown> =>
  promisify(execFile)('java', ['-version']).catch(() => {
    throw new Error('the generator needs Java 11 or newer: install it (Debian: default-jdk-headless)');
  });

const run = (): Promise<void> =>
  runCommand('test:clients', {
    prepare: async ({ progress, signal }) => {
      await requireJava();
      await fetchGenerator(progress, signal);
    },
    test: async (_, run) => {
      const python = await preparePython(run.progress, run.signal).then(
        (program) => program('python'),
        (error) => {
          run.progress(`python: ${error.message}\n`);
          // No program has this name: the client is left out.
          return 'Python with what its client needs';
        },
      );
      return runClients(clientPrograms(python), run);
    },
  });

await new Command('test:clients')
  .description(
    'Generate clients from the OpenAPI document of the compiled service by openapi-generator and openapi-typescript; ' +
      'compile each and use it. Needs Java and, at first, a network; exits with 69 without them. A language whose ' +
      'compiler is missing is left out. Everything is kept in .toolchain/outside.',
  )
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.wrongUsage))
  .action(run)
  .parseAsync();
