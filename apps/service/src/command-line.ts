import { constants } from 'node:os';
import { Command, CommanderError } from 'commander';
import { either as E } from 'fp-ts';
import { exportCommand } from './commands/animals/export-command.ts';
import { importCommand } from './commands/animals/import-command.ts';
import { backupCommand } from './commands/backup-command.ts';
import type { CommandSurroundings } from './commands/command-surroundings.ts';
import { keysCommand } from './commands/keys/keys-command.ts';
import { openAccess } from './commands/keys/open-access.ts';
import { printOpenApi } from './commands/print-open-api.ts';
import { keysVariablesHelp, variablesHelp } from './configuration/variables-text.ts';
import type { StopOnSignal } from './listen-for-signals.ts';
import { reportFailure } from './report-failure.ts';
import { checkService } from './serve/check-service.ts';
import { serve } from './serve/serve.ts';
import { readVersion, versionText } from './version.ts';

const wrongUsage = 2;

// Without it, Commander ends the process itself, before output is flushed.
const throwInstead = (command: Command): void => {
  command.exitOverride();
  for (const part of command.commands) throwInstead(part);
};

/** Runs the command that the arguments of the process name. */
export const runCommandLine = async (stopOnSignal: StopOnSignal): Promise<void> => {
  const version = readVersion(process.env);
  const serveCommand = new Command('serve')
    .description('Run the service until SIGINT, SIGTERM or SIGHUP stops it.')
    .addHelpText('after', variablesHelp)
    .option('--check', 'check configuration, store and memory, print what would run, and end; it creates nothing')
    .action(async ({ check = false }: { readonly check?: boolean }) => {
      if (!check) return serve(process.env, version, stopOnSignal);
      const checked = await checkService(process.env, version)();
      if (E.isLeft(checked)) return reportFailure(checked.left);
      for (const warning of checked.right.warnings) surroundings.warn(warning);
      surroundings.print(checked.right.text);
    });

  const openApiCommand = new Command('openapi')
    .description('Print the OpenAPI 3.1 document of the API; BASE_URL and STAGING_BASE_URL appear in it.')
    .action(() => printOpenApi(process.env));

  const surroundings: CommandSurroundings = {
    environment: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    print: (text) => process.stdout.write(`${text}\n`),
    warn: (message) => process.stderr.write(`animal-store: ${message}\n`),
    // Each text replaces the one before; an empty text clears the line.
    showProgress: process.stderr.isTTY ? (text) => process.stderr.write(`\r\x1b[K${text}\r`) : undefined,
    reportFailure: (message) => reportFailure([message]),
    stopOnSignal,
    endBySignal: (signal) => {
      process.exitCode = 128 + constants.signals[signal as keyof typeof constants.signals];
    },
  };

  const program = new Command('animal-store')
    .description('An HTTP service that stores animals.')
    .version(versionText(version))
    .addCommand(serveCommand)
    .addCommand(openApiCommand)
    .addCommand(
      keysCommand({ ...surroundings, open: (mustExist) => openAccess(process.env, mustExist)() }).addHelpText(
        'afterAll',
        keysVariablesHelp,
      ),
    )
    .addCommand(importCommand(surroundings))
    .addCommand(exportCommand(surroundings))
    .addCommand(backupCommand(surroundings));

  throwInstead(program);
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : wrongUsage;
  }
};
