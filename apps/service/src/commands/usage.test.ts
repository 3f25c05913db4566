import { taskEither as TE } from 'fp-ts';
import { expect, it } from 'vitest';
import { backupCommand } from './backup.ts';
import { type Command, isWrongUsage } from './command.ts';
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

const positional = "Unexpected argument 'b'. This command does not take positional arguments";
const unknown = (option: string): string => `Unknown option '--${option}'`;
const missing = (option: string): string => `Option '--${option} <value>' argument missing`;
const noValue = (option: string): string => `Option '--${option}' does not take an argument`;
const count = 'must be a whole number between 1 and 4503599627370496';
const duration = 'must be between 1s and 10000d, a whole number and a unit, such as 90d, 12h, 30m or 45s';
const id = '<id> must be the 8 characters that keys list shows';
const aKey = 'aaaaaaaa';

it.each<readonly [line: string, message: string]>([
  ['backup', '<file> must be a path'],
  ['backup a b', 'too many arguments: there is one <file>'],
  ['backup a --keep-ids', unknown('keep-ids')],
  ['backup a --overwrite=b', noValue('overwrite')],
  ['export a b', 'too many arguments: there is one <file>'],
  ['export --run', unknown('run')],
  ['export a --overwrite=b', noValue('overwrite')],
  ['import', '<file> must be a path'],
  ['import --keep-ids', '<file> must be a path'],
  ['import a b', 'too many arguments: there is one <file>'],
  ['import a --run', missing('run')],
  ['import a --run=', '--run needs a name'],
  ['import a --keep-ids=b', noValue('keep-ids')],
  ['import a --keep-ids --run b', '--run and --keep-ids exclude each other'],
  ['import - ', 'too many arguments: there is one <file>'],
  ['import -', 'standard input needs --run <name> or --keep-ids'],
  ['import a --ids', unknown('ids')],
  ['skip-ids b', positional],
  ['skip-ids --by', missing('by')],
  ['skip-ids --by 0', `--by ${count}`],
  ['skip-ids --by 1e6', `--by ${count}`],
  ['skip-ids --to 4503599627370497', `--to ${count}`],
  ['skip-ids --by 1 --to 2', '--by and --to exclude each other'],
  ['skip-ids --from 1', unknown('from')],
  ['keys', "keys needs one of issue, list, revoke, rotate, not ''"],
  ['keys isue', "keys needs one of issue, list, revoke, rotate, not 'isue'"],
  ['keys list b', positional],
  ['keys list --label b', unknown('label')],
  ['keys issue b --label c', positional],
  ...[
    'keys issue',
    ...['\u202e', 'a\u200bb', '\t', '\u2800', '\u00a0', 'a'.repeat(101)].map((text) => `keys issue --label ${text}`),
  ].map(
    (line) =>
      [
        line,
        '--label must be 1 to 100 characters, one of them visible, and none a control character, invisible, or a mark that changes the text direction',
      ] as const,
  ),
  ['keys issue --label', missing('label')],
  ['keys issue --label b --expires', missing('expires')],
  ['keys issue --label b --expires 0d', `--expires ${duration}`],
  ['keys issue --label b --expires 10001d', `--expires ${duration}`],
  ['keys issue --label b --json=c', noValue('json')],
  ['keys revoke', id],
  ['keys revoke AAAAAAAA', id],
  [`keys revoke ${aKey} ${aKey}`, 'too many arguments: there is one <id>'],
  [`keys revoke ${aKey} --now`, unknown('now')],
  ['keys rotate', id],
  [`keys rotate ${aKey} --overlap`, missing('overlap')],
  [`keys rotate ${aKey} --overlap 1w`, `--overlap ${duration}`],
  [`keys rotate ${aKey} --overlap 1h --now`, '--overlap and --now exclude each other'],
  [`keys rotate ${aKey} --label b`, unknown('label')],
])('animal-store %s is wrong usage: %s', async (line, message) => {
  const [name = '', ...args] = line.split(' ');
  const error: unknown = await commands[name]?.run(args).catch((failure: unknown) => failure);
  expect([isWrongUsage(error), error instanceof Error && error.message.split('. To specify')[0]]).toEqual([
    true,
    message,
  ]);
});

it.each(Object.entries(commands))(
  'the help of animal-store %s has each of its options, in lines of at most 130 characters',
  (name, command) => {
    const { usage, summary, details } = command;
    const help = [...usage, summary, details].join('\n');
    expect(usage.every((line) => line.startsWith(name))).toBe(true);
    const options = usage.join().match(/--[a-z-]+/g) ?? [];
    expect(options.filter((option) => !details.includes(`  ${option}`))).toEqual([]);
    expect(help.split('\n').filter((line) => line.length > 130)).toEqual([]);
  },
);
