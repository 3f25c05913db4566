import { parseArgs } from 'node:util';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { either as E } from 'fp-ts';
import { backupCommand } from './commands/backup.ts';
import { type Command, isWrongUsage, WrongUsage } from './commands/command.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { keysCommand } from './commands/keys.ts';
import { skipIdsCommand } from './commands/skip-ids.ts';
import { decodeConfiguration, variablesHelp } from './configuration/configuration.ts';
import { reasonOf } from './describe-error.ts';
import type { StopOnSignal } from './listen-for-signals.ts';
import type { Traces } from './observation/traces.ts';
import { assertOutputOpen, OutputClosed, print, reportFailure } from './output.ts';
import { check } from './serve/check-service.ts';
import { serve } from './serve/serve.ts';
import { messagesOf } from './start-failure.ts';
import { openForCommand } from './stores/chosen-store.ts';
import { readVersion, versionText } from './version.ts';

const { env, stdout, stderr } = process;

const openApiCommand: Command = {
  usage: ['openapi'],
  summary: 'Print the OpenAPI 3.1 document of the API; BASE_URL and STAGING_BASE_URL appear in it.',
  details: '',
  run: async (args) => {
    parseArgs({ args });
    assertOutputOpen();
    const decoded = decodeConfiguration(env, ['BASE_URL', 'STAGING_BASE_URL']);
    if (E.isLeft(decoded)) return reportFailure(...messagesOf(decoded.left));
    const { BASE_URL: base = '/v1', STAGING_BASE_URL: stagingBase } = decoded.right;
    await print(`${JSON.stringify(createOpenApiDocument({ base, stagingBase }), null, 2)}\n`);
  },
};

const serveCommand = (stopOnSignal: StopOnSignal, traces: Traces | undefined): Command => ({
  usage: ['serve [--check]'],
  summary: 'Run the service until SIGINT, SIGTERM or SIGHUP stops it.',
  details: `
  --check  check the variables, the store and the addresses, print what would run, and end; it creates nothing
${variablesHelp()}`,
  run: async (args) => {
    const { values } = parseArgs({ args, options: { check: { type: 'boolean' } } });
    return values.check ? check(env) : serve(env, stopOnSignal, traces);
  },
});

const helpOf = ({ usage, summary, details }: Command): string =>
  `Usage: ${usage.map((line) => `animal-store ${line}`).join('\n       ')}\n\n${summary}\n${details}\n`;

/** Runs the command that the arguments of the process name. */
export const runCommandLine = async (stopOnSignal: StopOnSignal, traces: Traces | undefined): Promise<void> => {
  const [name = '', ...args] = process.argv.slice(2);
  // A command goes on, and ends with its own exit code, if its messages cannot be written.
  stderr.on('error', () => undefined);
  // Each write reports its own failure.
  stdout.on('error', () => undefined);
  const commands: ReadonlyMap<string, Command> = new Map([
    ['serve', serveCommand(stopOnSignal, traces)],
    ['openapi', openApiCommand],
    ['keys', keysCommand((options) => openForCommand(env, options))],
    ['import', importCommand],
    ['export', exportCommand],
    ['backup', backupCommand],
    ['skip-ids', skipIdsCommand],
  ]);
  const program: Command = {
    usage: ['<command>', '<command> --help', '--version'],
    summary: 'An HTTP service that stores animals.',
    details: [...commands].map(([each, { summary }]) => `\n  ${each.padEnd(10)}${summary}`).join(''),
    run: async () => {
      throw new WrongUsage(name === '' ? 'a command is missing' : `there is no command '${name}'`);
    },
  };
  const command = commands.get(name) ?? program;
  const isHelp = ['--help', '-h'].some((help) => [name, ...args].includes(help));
  try {
    if (!isHelp && name !== '--version') return await command.run(args);
    assertOutputOpen();
    await print(isHelp ? helpOf(command) : `${versionText(readVersion(env))}\n`);
  } catch (error) {
    if (error instanceof OutputClosed) return reportFailure(error.message);
    if (!isWrongUsage(error)) throw error;
    reportFailure(`${reasonOf(error)}; animal-store ${command === program ? '' : `${name} `}--help shows the usage`);
    process.exitCode = 2;
  }
};
