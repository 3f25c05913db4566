import { taskEither as TE } from 'fp-ts';
import { expect, it } from 'vitest';
import { backupCommand } from './backup.ts';
import { type Command, isWrongUsage, WrongUsage } from './command.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { keysCommand } from './keys.ts';
import { skipIdsCommand } from './skip-ids.ts';

const keys = keysCommand(() => TE.left('the store must not be opened'));
const commands: Readonly<Record<string, Command>> = {
  backup: backupCommand,
  export: exportCommand,
  import: importCommand,
  keys,
  'skip-ids': skipIdsCommand,
};

const count = 'must be a whole number between 1 and 4503599627370496';
const duration = 'must be between 1s and 10000d, a whole number and a unit, such as 90d, 12h, 30m or 45s';
const label =
  'must be 1 to 100 characters, one of them visible, and none a control character, invisible, or a mark that changes the text direction';
const id = '<id> must be the 8 characters that keys list shows';
const aKey = 'aaaaaaaa';

// `command-line.test.ts` has what `parseArgs` of Node.js refuses.
it.each<readonly [line: string, message: string]>([
  ['backup', '<file> must be a path without quotes around it'],
  ['backup "a"', '<file> must be a path without quotes around it'],
  ['backup a b', 'too many arguments: there is one <file>'],
  ['export a b', 'too many arguments: there is one <file>'],
  ['import', '<file> must be a path without quotes around it'],
  ['import a b', 'too many arguments: there is one <file>'],
  ['import a --run=', '--run needs a name'],
  ['import a --keep-ids --run b', '--run and --keep-ids exclude each other'],
  ['import -', 'standard input needs --run <name> or --keep-ids'],
  ['skip-ids --by 0', `--by ${count}`],
  ['skip-ids --to 4503599627370497', `--to ${count}`],
  ['skip-ids --by 1 --to 2', '--by and --to exclude each other'],
  ['keys', "keys needs one of issue, list, revoke, rotate, not ''"],
  ['keys issue', `--label ${label}`],
  ['keys issue --label \u202e', `--label ${label}`],
  ['keys issue --label \u00a0', `--label ${label}`],
  [`keys issue --label ${'a'.repeat(101)}`, `--label ${label}`],
  ['keys issue --label b --expires 0d', `--expires ${duration}`],
  ['keys issue --label b --expires 10001d', `--expires ${duration}`],
  ['keys revoke', id],
  ['keys revoke AAAAAAAA', id],
  [`keys revoke ${aKey} ${aKey}`, 'too many arguments: there is one <id>'],
  ['keys rotate', id],
  [`keys rotate ${aKey} --overlap 1w`, `--overlap ${duration}`],
  [`keys rotate ${aKey} --overlap 1h --now`, '--overlap and --now exclude each other'],
])('animal-store %s is wrong usage: %s', async (line, message) => {
  const [name = '', ...args] = line.split(' ');
  const error: unknown = await commands[name]?.run(args).catch((failure: unknown) => failure);
  expect([isWrongUsage(error), error]).toEqual([true, new WrongUsage(message)]);
});
