#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { serve } from './serve.ts';

const wrongUsage = 2;

const program = new Command('animal-store')
  .description('An HTTP service that keeps a store of animals.')
  .version('1.0.0')
  .exitOverride();

program
  .command('serve')
  .description('Run the service until SIGINT or SIGTERM stops it.')
  .exitOverride()
  .action(() => serve(process.env));

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : wrongUsage;
}
