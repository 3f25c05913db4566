import {
  type AccessPorts,
  type ApiKey,
  ApiKeyId,
  ApiKeyLabel,
  apiKeyState,
  escapeInvisible,
  type Instant,
  type IssuedApiKey,
  issueApiKey,
  listApiKeys,
  type RotatedApiKey,
  revokeApiKey,
  rotateApiKey,
} from '@animal-store/access';
import { nodeKeyMaterial, systemClock } from '@animal-store/access/node';
import { Command, InvalidArgumentError, Option } from 'commander';
import { either as E, option as O, type taskEither as TE } from 'fp-ts';
import { reasonOf } from '../errors.ts';
import type { ChosenStore } from '../stores/chosen-store.ts';
import type { Store } from '../stores/store.ts';

/** Store and output of the commands. The Left of `open` is a message for the operator. */
export interface KeysIo {
  readonly open: (options: {
    readonly mayCreate?: boolean;
  }) => TE.TaskEither<string, Pick<ChosenStore, 'title'> & Pick<Store, 'apiKeys' | 'close'>>;
  readonly print: (text: string) => void;
  readonly reportFailure: (message: string) => void;
}

interface Format {
  readonly json?: boolean;
}

type Shown = Readonly<Record<string, string | undefined>>;

const time = (instant: Instant | undefined): string | undefined =>
  instant === undefined ? undefined : new Date(instant).toISOString();

/** What may be shown of a key: all but its digest. A key whose revocation is to come is `retiring`. */
const shown = (apiKey: ApiKey, now: Instant): Shown => {
  const { id, label, created, expires, revoked, lastUsed } = apiKey;
  const state = apiKeyState(now)(apiKey);
  const isRetiring = state === 'active' && revoked !== undefined;
  return {
    id,
    label,
    state: isRetiring ? 'retiring' : state,
    retiringUntil: isRetiring ? time(revoked) : undefined,
    created: time(created),
    expires: time(expires),
    revoked: isRetiring ? undefined : time(revoked),
    lastUsed: time(lastUsed),
  };
};

/** A value as JSON in which no character is invisible: a stored label may hold characters that a new one may not. */
const jsonText = (value: unknown): string => escapeInvisible(JSON.stringify(value));

const columns = ['id', 'label', 'state', 'created', 'expires', 'revoked', 'lastUsed'] as const;

const tableOf = (keys: readonly Shown[]): string => {
  const cellOf = (key: Shown, column: string): string =>
    column === 'state' && key['retiringUntil']
      ? `retiring until ${key['retiringUntil']}`
      : escapeInvisible(key[column] ?? '-');
  const rows = [columns, ...keys.map((key) => columns.map((column) => cellOf(key, column)))];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

const issuedText = ({ apiKey, token }: IssuedApiKey, now: Instant): string =>
  `${tableOf([shown(apiKey, now)])}\n\n${token}\n\nThis is the key. It is shown only now. Save it.`;

const rotationNote =
  'An Idempotency-Key belongs to one API key: finish retries with the old key, because a retry with the new one adds a ' +
  'second animal.';

const failures: Readonly<Record<string, string>> = {
  ApiKeyNotFound: 'no API key has this id; animal-store keys list shows them all',
  ApiKeyNotActive: 'this API key is revoked or expired; issue a new one instead',
};

const argument =
  <A>(rule: string, parse: (text: string) => O.Option<A>) =>
  (text: string): A => {
    const value = parse(text);
    // Commander catches it, names the option and ends with wrong usage.
    if (O.isNone(value)) throw new InvalidArgumentError(`It must be ${rule}.`);
    return value.value;
  };

// The rule for new labels, which is stricter than that of stored ones.
const label = argument(
  '1 to 100 characters, none of them a control character, invisible, or a mark that changes the text direction',
  O.fromPredicate((text: string): text is ApiKeyLabel => ApiKeyLabel.is(text) && escapeInvisible(text) === text),
);

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const duration = argument('between 1s and 10000d, a whole number and a unit, such as 90d, 12h, 30m or 45s', (text) => {
  const [, count, unit = ''] = /^([1-9]\d{0,9})([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (units[unit] ?? Number.NaN);
  return milliseconds <= 10_000 * 86_400_000 ? O.some(milliseconds) : O.none;
});

const id = argument('the 8 characters that keys list shows', O.fromPredicate(ApiKeyId.is));

/** The command `animal-store keys` with its parts: issue, list, revoke, rotate. */
export const keysCommand = ({ open, print, reportFailure }: KeysIo): Command => {
  /** Runs a use case on the store, prints its result and closes the store. */
  const run = async <A>(
    use: (ports: AccessPorts) => TE.TaskEither<{ readonly _tag: string; readonly cause?: unknown }, A>,
    show: (value: A, now: Instant, title: string) => string,
    mayCreate = false,
  ): Promise<void> => {
    const opened = await open({ mayCreate })();
    if (E.isLeft(opened)) return reportFailure(opened.left);
    const { apiKeys, close, title } = opened.right;
    try {
      const outcome = await use({ apiKeys, clock: systemClock, keyMaterial: nodeKeyMaterial })();
      if (E.isRight(outcome)) print(show(outcome.right, systemClock.now(), title));
      else
        reportFailure(
          failures[outcome.left._tag] ??
            `${title} is unavailable: ${reasonOf(outcome.left.cause)}. A change may have been made: check with keys list, then retry`,
        );
    } catch (error) {
      reportFailure(`this failed unexpectedly: ${reasonOf(error)}`);
    } finally {
      await close();
    }
  };

  const showOne =
    ({ json }: Format) =>
    (apiKey: ApiKey, now: Instant): string =>
      json ? jsonText(shown(apiKey, now)) : tableOf([shown(apiKey, now)]);

  const showRotated =
    (oldId: ApiKeyId, { json }: Format) =>
    (rotated: RotatedApiKey, now: Instant, title: string): string => {
      const { old, apiKey, token } = rotated;
      if (E.isLeft(old))
        reportFailure(
          `${title} is unavailable: ${reasonOf(old.left.cause)}. The new key is stored, and the old one may still be valid: revoke it with keys revoke ${oldId}`,
        );
      const oldKey = E.isRight(old) ? shown(old.right, now) : undefined;
      if (json) return jsonText({ ...shown(apiKey, now), key: token, old: oldKey });
      const until = oldKey?.['retiringUntil'];
      const oldText = until
        ? `is valid until ${until}: switch all clients before`
        : 'is rejected everywhere within 10 seconds';
      return [issuedText(rotated, now), '', ...(oldKey ? [`The old key ${oldId} ${oldText}.`] : []), rotationNote].join(
        '\n',
      );
    };

  const json = (): Option => new Option('--json', 'print JSON');
  const keys = new Command('keys').description('Issue, list, revoke and rotate the API keys of a durable store.');
  keys
    .command('issue')
    .description('Issue a new key and print it once. It makes the store if there is none.')
    .requiredOption('--label <text>', 'the name of the key, 1 to 100 characters', label)
    .option('--expires <duration>', 'how long the key is valid: 90d, 12h, 30m, 45s (default: for ever)', duration)
    .addOption(json())
    .action((options: Format & { readonly label: ApiKeyLabel; readonly expires?: number }) =>
      run(
        (ports) => {
          const expires = options.expires && { expires: (ports.clock.now() + options.expires) as Instant };
          return issueApiKey(ports)({ label: options.label, ...expires });
        },
        (issued, now) =>
          options.json ? jsonText({ ...shown(issued.apiKey, now), key: issued.token }) : issuedText(issued, now),
        true,
      ),
    );
  keys
    .command('list')
    .description('List all keys, the oldest first, without their secrets.')
    .addOption(json())
    .action((options: Format) =>
      run(
        (ports) => listApiKeys(ports)(),
        (all, now) => {
          const rows = all.map((apiKey) => shown(apiKey, now));
          return options.json ? jsonText(rows) : tableOf(rows);
        },
      ),
    );
  keys
    .command('revoke')
    .description('Revoke a key; every instance rejects it within 10 seconds.')
    .argument('<id>', 'the id of the key', id)
    .addOption(json())
    .action((keyId: ApiKeyId, options: Format) => run((ports) => revokeApiKey(ports)(keyId), showOne(options)));
  keys
    .command('rotate')
    .description('Issue a new key with the label and the lifetime of an old one, and revoke the old one a day later.')
    .argument('<id>', 'the id of the old key', id)
    .addOption(
      new Option('--overlap <duration>', 'how long the old key stays valid: 1h, 7d')
        .argParser(duration)
        .default(86_400_000, '24h')
        .conflicts('now'),
    )
    .option('--now', 'revoke the old key at once, for example because it has leaked')
    .addOption(json())
    .addHelpText('after', `\n${rotationNote}`)
    .action((keyId: ApiKeyId, options: Format & { readonly overlap: number; readonly now?: boolean }) =>
      run(
        (ports) => rotateApiKey(ports)({ id: keyId, overlap: options.now ? 0 : options.overlap }),
        showRotated(keyId, options),
      ),
    );
  return keys;
};
