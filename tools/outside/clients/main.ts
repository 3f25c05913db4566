import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { preparePython } from '../python-environment.ts';
import { exitCodes, runCommand } from '../run-command.ts';
import { clientPrograms } from './client-programs.ts';
import { fetchJars } from './openapi-generator.ts';
import { runClients } from './run-clients.ts';

const requireJava = (): Promise<unknown> =>
  promisify(execFile)('java', ['-version']).catch(() => {
    throw new Error('the generator needs Java 11 or newer: install it (Debian: default-jdk-headless)');
  });

const run = (): Promise<void> =>
  runCommand('test:clients', {
    prepare: requireJava,
    test: async (_, run) => {
      await fetchJars(run.progress, run.signal);
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
    'Generate clients from the OpenAPI document of the compiled service by openapi-generator, oapi-codegen and ' +
      'openapi-typescript; compile each and use it. Needs Java, and exits with 69 without it. A language whose compiler ' +
      'is missing is left out. Everything is kept in .toolchain/outside: the first run takes a few minutes.',
  )
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.wrongUsage))
  .action(run)
  .parseAsync();
