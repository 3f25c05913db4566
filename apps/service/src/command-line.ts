import { Command, CommanderError } from 'commander';
import { fail } from './fail.ts';
import { keysCommand } from './keys/keys-command.ts';
import { openAccess } from './keys/open-access.ts';
import type { StopOnSignal } from './listen-for-signals.ts';
import { migrateCommand } from './migrate-command.ts';
import { printOpenApi } from './print-open-api.ts';
import { serve } from './serve.ts';
import { keysVariablesHelp, variablesHelp } from './variables-text.ts';

const wrongUsage = 2;

// Commander ends the process by itself unless every command is told not to.
const throwInstead = (command: Command): void => {
  command.exitOverride();
  for (const part of command.commands) throwInstead(part);
};

/** Runs the command that the arguments of the process name. */
export const runCommandLine = async (stopOnSignal: StopOnSignal): Promise<void> => {
  const serveCommand = new Command('serve')
    .description('Run the service until SIGINT, SIGTERM or SIGHUP stops it.')
    .addHelpText('after', variablesHelp)
    .action(() => serve(process.env, stopOnSignal));

  const openApiCommand = new Command('openapi')
    .description('Print the OpenAPI 3.1 document of the API; BASE_URL and STAGING_BASE_URL appear in it.')
    .action(() => printOpenApi(process.env));

  const program = new Command('animal-store')
    .description('An HTTP service that keeps a store of animals.')
    .version('1.0.0')
    .addCommand(serveCommand)
    .addCommand(openApiCommand)
    .addCommand(
      keysCommand({
        open: openAccess(process.env),
        print: (text) => process.stdout.write(`${text}\n`),
        fail: (sentence) => fail([sentence]),
      }).addHelpText('afterAll', keysVariablesHelp),
    )
    .addCommand(
      migrateCommand({
        environment: process.env,
        print: (text) => process.stdout.write(`${text}\n`),
        // The line is cleared and written again; the last one is cleared by the result.
        showProgress: process.stderr.isTTY ? (text) => process.stderr.write(`\r\x1b[K${text}\r`) : undefined,
        fail: (sentence) => fail([sentence]),
      }),
    );

  throwInstead(program);
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : wrongUsage;
  }
};
