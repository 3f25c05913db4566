import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { Command, CommanderError } from 'commander';
import { either as E } from 'fp-ts';
import { backupCommand } from './commands/backup.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { keysCommand } from './commands/keys.ts';
import { skipIdsCommand } from './commands/skip-ids.ts';
import { decodeConfiguration, variablesHelp } from './configuration/configuration.ts';
import { storeVariables } from './configuration/variables.ts';
import { messagesOf, reportFailure } from './errors.ts';
import type { StopOnSignal } from './listen-for-signals.ts';
import type { Traces } from './observation/traces.ts';
import { checkService } from './serve/check-service.ts';
import { serve } from './serve/serve.ts';
import { openForCommand } from './stores/chosen-store.ts';
import { readVersion, versionText } from './version.ts';

const wrongUsage = 2;

const print = (text: string): boolean => process.stdout.write(`${text}\n`);

// Without it, Commander ends the process itself, before output is flushed.
const throwInstead = (command: Command): void => {
  command.exitOverride();
  for (const part of command.commands) throwInstead(part);
};

const printOpenApi = (): void => {
  const decoded = decodeConfiguration(process.env, ['BASE_URL', 'STAGING_BASE_URL']);
  if (E.isLeft(decoded)) reportFailure(...messagesOf(decoded.left));
  else {
    const { BASE_URL: base = '/v1', STAGING_BASE_URL: stagingBase } = decoded.right;
    print(JSON.stringify(createOpenApiDocument({ base, stagingBase }), null, 2));
  }
};

/** Runs the command that the arguments of the process name. */
export const runCommandLine = async (stopOnSignal: StopOnSignal, traces: Traces | undefined): Promise<void> => {
  const { env, stdout, stderr } = process;
  // It is not a failure if the reader stops early, like `head`.
  if (process.argv[2] !== 'serve')
    stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  const serveCommand = new Command('serve')
    .description('Run the service until SIGINT, SIGTERM or SIGHUP stops it.')
    .addHelpText('after', variablesHelp())
    .option('--check', 'check the configuration and the store, print what would run, and end; it creates nothing')
    .action(async ({ check = false }: { readonly check?: boolean }) => {
      if (!check) return serve(env, stopOnSignal, traces);
      const checked = await checkService(env, (message) => stderr.write(`animal-store: ${message}\n`))();
      if (E.isLeft(checked)) reportFailure(...checked.left);
      else print(checked.right);
    });
  const ofStore = variablesHelp(storeVariables);
  const program = new Command('animal-store')
    .description('An HTTP service that stores animals.')
    .version(versionText(readVersion(env)))
    .addCommand(serveCommand)
    .addCommand(
      new Command('openapi')
        .description('Print the OpenAPI 3.1 document of the API; BASE_URL and STAGING_BASE_URL appear in it.')
        .action(printOpenApi),
    )
    .addCommand(
      keysCommand({ open: (options) => openForCommand(env, options), print, reportFailure }).addHelpText(
        'afterAll',
        ofStore,
      ),
    )
    .addCommand(importCommand().addHelpText('after', ofStore))
    .addCommand(exportCommand().addHelpText('after', ofStore))
    .addCommand(backupCommand())
    .addCommand(skipIdsCommand().addHelpText('after', ofStore));

  throwInstead(program);
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : wrongUsage;
  }
};
