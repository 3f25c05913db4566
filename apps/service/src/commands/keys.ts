import { parseArgs } from 'node:util';
import {
  type AccessPorts,
  ApiKeyId,
  ApiKeyLabel,
  issueApiKey,
  later,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '@animal-store/access';
import { nodeKeyMaterial, systemClock } from '@animal-store/access/node';
import type { Store } from '@animal-store/store';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { parsed } from '../configuration/codecs.ts';
import { escapeInvisible, reasonOf } from '../describe-error.ts';
import { assertOutputOpen, print, reportFailure } from '../output.ts';
import { type Command, decodeArgument, onlyArgument, storeHelp, WrongUsage, withStore } from './command.ts';
import { type Shown, shown, tableOf } from './show-keys.ts';

/** The output of a subcommand: keys, as a table or in JSON, and a note for a person. */
interface Result {
  readonly keys: Shown | readonly Shown[];
  readonly note?: string;
  /** What to do if it cannot be printed. */
  readonly cure?: string;
}

/** A subcommand. It throws if its arguments are wrong, and returns the function that runs it on a store. */
type Subcommand = (
  args: readonly string[],
) => (ports: AccessPorts) => TE.TaskEither<{ readonly _tag: string; readonly cause?: unknown }, Result>;

const noteOf = (token: string): string => `\n${token}\n\nThis is the key. It is shown only now. Save it.\n`;

const cureOf = (id: ApiKeyId): string =>
  `the new key ${id} exists and was not shown: revoke it with animal-store keys revoke ${id}`;

const rotationNote =
  'An Idempotency-Key belongs to one API key: finish retries with the old key, or they add a second animal.\n';

const failures: Readonly<Record<string, string>> = {
  ApiKeyNotFound: 'no API key has this id; animal-store keys list shows them all',
  ApiKeyNotActive: 'this API key is revoked or expired; issue a new one instead',
};

// The rule for new labels, which is stricter than that of stored ones.
const newLabel = parsed(
  '1 to 100 characters, one of them visible, and none a control character, invisible, or a mark that changes the text direction',
  (text) => (ApiKeyLabel.is(text) && text.trim() !== '' && escapeInvisible(text) === text ? text : undefined),
);

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const duration = parsed('between 1s and 10000d, a whole number and a unit, such as 90d, 12h, 30m or 45s', (text) => {
  const [, count, unit = ''] = /^([1-9]\d{0,9})([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (units[unit] ?? Number.NaN);
  return milliseconds <= 10_000 * 86_400_000 ? milliseconds : undefined;
});

const keyId = parsed('the 8 characters that keys list shows', (text) => (ApiKeyId.is(text) ? text : undefined));

const flag = { type: 'boolean', default: false } as const;
const text = { type: 'string' } as const;

const issue: Subcommand = (args) => {
  const { values } = parseArgs({ args, options: { label: text, expires: text, json: flag } });
  const label = decodeArgument('--label', newLabel, values.label);
  const lifetime = values.expires === undefined ? undefined : decodeArgument('--expires', duration, values.expires);
  return (ports) =>
    F.pipe(
      issueApiKey(ports)({ label, ...(lifetime && { expires: later(lifetime)(ports.clock.now()) }) }),
      TE.map(({ apiKey, token }) => ({
        keys: { ...shown(apiKey), key: token },
        note: noteOf(token),
        cure: cureOf(apiKey.id),
      })),
    );
};

const list: Subcommand = (args) => {
  parseArgs({ args, options: { json: flag } });
  return (ports) =>
    F.pipe(
      listApiKeys(ports)(),
      TE.map((all) => ({ keys: all.map(shown) })),
    );
};

const revoke: Subcommand = (args) => {
  const { positionals } = parseArgs({ args, options: { json: flag }, allowPositionals: true });
  const id = onlyArgument('<id>', keyId, positionals);
  return (ports) =>
    F.pipe(
      revokeApiKey(ports)(id),
      TE.map((apiKey) => ({ keys: shown(apiKey) })),
    );
};

const rotate: Subcommand = (args) => {
  const options = { overlap: text, now: flag, json: flag };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const id = onlyArgument('<id>', keyId, positionals);
  if (values.now && values.overlap !== undefined) throw new WrongUsage('--overlap and --now exclude each other');
  const overlap = values.now ? 0 : decodeArgument('--overlap', duration, values.overlap ?? '24h');
  return (ports) =>
    F.pipe(
      rotateApiKey(ports)({ id, overlap }),
      TE.map(({ old, apiKey, token }) => {
        const keys = { ...shown(apiKey), key: token };
        const cure = cureOf(apiKey.id);
        if (E.isRight(old)) {
          const shownOld = shown(old.right);
          const end =
            shownOld['state'] === 'retiring'
              ? `The old key ${id} is rejected from ${shownOld['revoked']} on, by the clock of each machine.`
              : `The old key ${id} is rejected everywhere within 10 seconds.`;
          return { keys: { ...keys, old: shownOld }, note: `${noteOf(token)}\n${end}\n${rotationNote}`, cure };
        }
        reportFailure(
          `the store is unavailable: ${reasonOf(old.left.cause)}. The new key is stored, and the old one may still be valid: revoke it with keys revoke ${id}`,
        );
        return { keys, note: `${noteOf(token)}\n${rotationNote}`, cure };
      }),
    );
};

const byName: ReadonlyMap<string, Subcommand> = new Map(Object.entries({ issue, list, revoke, rotate }));

/** The command `animal-store keys` with its subcommands. The Left of `open` is a message for the operator. */
export const keysCommand = (
  open: (options: { readonly mayCreate: boolean }) => TE.TaskEither<string, Pick<Store, 'apiKeys' | 'close'>>,
): Command => ({
  usage: [
    'keys issue --label <text> [--expires <duration>] [--json]',
    'keys list [--json]',
    'keys revoke <id> [--json]',
    'keys rotate <id> [--overlap <duration> | --now] [--json]',
  ],
  summary: 'Issue, list, revoke and rotate the API keys of a durable store.',
  details: `
  issue   issues a new key and prints it once; it creates the store if there is none
  list    lists all keys, the oldest first, without their secrets
  revoke  revokes a key; every instance rejects it within 10 seconds
  rotate  issues a new key with the label and the lifetime of an old one, and revokes the old one a day later

  --label <text>        the name of the key, 1 to 100 characters
  --expires <duration>  how long the key is valid: 90d, 12h, 30m, 45s (default: for ever)
  --overlap <duration>  how long the old key stays valid: 1h, 7d (default: 24h)
  --now                 revoke the old key at once, for example because it has leaked
  --json                print JSON

${rotationNote}${storeHelp}`,
  run: async ([name = '', ...args]) => {
    const found = byName.get(name);
    if (found === undefined) throw new WrongUsage(`keys needs one of ${[...byName.keys()].join(', ')}, not '${name}'`);
    const use = found(args);
    if (found !== revoke) assertOutputOpen();
    await withStore(open({ mayCreate: found === issue }), async ({ apiKeys }) => {
      const outcome = await use({ apiKeys, clock: systemClock, keyMaterial: nodeKeyMaterial })();
      if (E.isLeft(outcome))
        return reportFailure(
          failures[outcome.left._tag] ??
            `the store is unavailable: ${reasonOf(outcome.left.cause)}. A change may have been made: check with keys list, then retry`,
        );
      const { keys, note = '', cure } = outcome.right;
      // JSON is escaped too: a stored label may have invisible characters, which a new one may not.
      const json = `${escapeInvisible(JSON.stringify(keys))}\n`;
      await print(args.includes('--json') ? json : tableOf([keys].flat()) + note, cure);
    });
  },
});
