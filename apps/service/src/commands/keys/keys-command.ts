import {
  type AccessPorts,
  ApiKeyId,
  ApiKeyLabel,
  type ApiKeyRetiring,
  escapeInvisible,
  type Instant,
  type IssuedApiKey,
  issueApiKey,
  listApiKeys,
  type RotatedApiKey,
  revokeApiKey,
  rotateApiKey,
  type StoredApiKey,
} from '@animal-store/access';
import type { RepositoryUnavailable } from '@animal-store/domain';
import { Command, InvalidArgumentError, Option } from 'commander';
import { either as E, option as O, type taskEither as TE } from 'fp-ts';
import { anyStoreVariable } from '../../configuration/variables-text.ts';
import { reasonOf } from '../../stores/reason-of.ts';
import {
  apiKeyJson,
  apiKeysTable,
  issuedApiKeyText,
  jsonText,
  rotatedApiKeyText,
  rotationNote,
} from './api-keys-text.ts';
import { parseDuration } from './duration.ts';

/** The store of the keys, opened for one command. */
export interface OpenAccess {
  /** The name of the store in a message. */
  readonly title: string;
  readonly ports: AccessPorts;
  readonly close: () => Promise<void>;
}

/** Store and output of the commands. The Left of `open` is a message for the operator; only `issue` makes a store. */
export interface KeysSurroundings {
  readonly open: (mustExist: boolean) => Promise<E.Either<string, OpenAccess>>;
  readonly print: (text: string) => void;
  readonly reportFailure: (message: string) => void;
}

interface RunOptions<A> {
  readonly mustExist?: boolean;
  /** Why the command has not done all that it was asked to, although it has a result. */
  readonly problemOf?: (title: string, value: A) => string | undefined;
}

interface Format {
  readonly json?: boolean;
}

interface RotateOptions extends Format {
  readonly overlap: number;
  readonly now?: boolean;
  readonly force?: boolean;
}

type KeyFailure =
  | RepositoryUnavailable
  | ApiKeyRetiring
  | { readonly _tag: 'ApiKeyNotFound' | 'ApiKeyNotActive' | 'UnreadableApiKey' };

const messageOf = (title: string, failure: KeyFailure): string => {
  switch (failure._tag) {
    case 'ApiKeyNotFound':
      return 'no API key has this id; animal-store keys list shows them all';
    case 'ApiKeyNotActive':
      return 'this API key is revoked or expired; issue a new one instead';
    case 'ApiKeyRetiring':
      return `this API key was rotated before, and is valid until ${new Date(failure.until).toISOString()}; --force issues yet another key for it`;
    case 'UnreadableApiKey':
      return 'this API key cannot be read; animal-store keys list says why. Issue a new one, and revoke this one';
    case 'RepositoryUnavailable':
      return `${title} is unavailable: ${reasonOf(failure)}. A change may have been made: check with keys list, then retry`;
  }
};

const oldKeyProblem = (title: string, id: ApiKeyId, { old }: RotatedApiKey): string | undefined =>
  E.isLeft(old)
    ? `${title} is unavailable: ${reasonOf(old.left)}. The new key is stored, and the old one may still be valid: revoke it with keys revoke ${id}`
    : undefined;

/** How long the old key stays valid after a rotation, in milliseconds, unless an option says otherwise. */
const defaultOverlap = 24 * 3_600_000;

const argument =
  <A>(rule: string, parse: (text: string) => O.Option<A>) =>
  (text: string): A => {
    const value = parse(text);
    // Commander catches it, names the option and ends with wrong usage.
    if (O.isNone(value)) throw new InvalidArgumentError(`It must be ${rule}.`);
    return value.value;
  };

const label = argument(
  '1 to 100 characters, none of them a control character, invisible, or a mark that changes the text direction',
  O.fromPredicate(ApiKeyLabel.is),
);
const duration = argument('a number and a unit, such as 90d, 12h, 30m or 45s', parseDuration);
const id = argument('the 8 characters that keys list shows', O.fromPredicate(ApiKeyId.is));

/** The command `animal-store keys` with its parts: issue, list, revoke, rotate. */
export const keysCommand = ({ open, print, reportFailure }: KeysSurroundings): Command => {
  const run = async <A>(
    use: (ports: AccessPorts) => TE.TaskEither<KeyFailure, A>,
    show: (value: A, now: Instant) => string,
    { mustExist = true, problemOf = () => undefined }: RunOptions<A> = {},
  ): Promise<void> => {
    let close = (): Promise<void> => Promise.resolve();
    try {
      const access = await open(mustExist);
      if (E.isLeft(access)) return reportFailure(access.left);
      const { ports, title } = access.right;
      close = access.right.close;
      const outcome = await use(ports)();
      if (E.isLeft(outcome)) reportFailure(messageOf(title, outcome.left));
      else {
        print(show(outcome.right, ports.clock.now()));
        const problem = problemOf(title, outcome.right);
        if (problem !== undefined) reportFailure(problem);
      }
    } catch (error) {
      reportFailure(
        `this failed unexpectedly: ${escapeInvisible(error instanceof Error ? error.message : String(error))}`,
      );
    } finally {
      await close();
    }
  };

  const showIssued =
    ({ json }: Format) =>
    (issued: IssuedApiKey, now: Instant): string =>
      json ? jsonText({ ...apiKeyJson(now, issued.apiKey), key: issued.token }) : issuedApiKeyText(now, issued);

  const showRotated =
    ({ json }: Format) =>
    (rotated: RotatedApiKey, now: Instant): string =>
      json
        ? jsonText({
            ...apiKeyJson(now, rotated.apiKey),
            key: rotated.token,
            ...(E.isRight(rotated.old) && { old: apiKeyJson(now, rotated.old.right) }),
          })
        : rotatedApiKeyText(now, rotated);

  const showAll =
    ({ json }: Format) =>
    (apiKeys: readonly StoredApiKey[], now: Instant): string =>
      json ? jsonText(apiKeys.map((apiKey) => apiKeyJson(now, apiKey))) : apiKeysTable(now, apiKeys);

  const showOne =
    ({ json }: Format) =>
    (apiKey: StoredApiKey, now: Instant): string =>
      json ? jsonText(apiKeyJson(now, apiKey)) : apiKeysTable(now, [apiKey]);

  const keys = new Command('keys').description(`Issue, list, revoke and rotate the API keys in ${anyStoreVariable}.`);

  keys
    .command('issue')
    .description('Issue a new key and print it once.')
    .requiredOption('--label <text>', 'the name of the key, 1 to 100 characters', label)
    .option('--expires <duration>', 'how long the key is valid: 90d, 12h, 30m, 45s (default: for ever)', duration)
    .option('--json', 'print JSON')
    .action((options: Format & { readonly label: ApiKeyLabel; readonly expires?: number }) =>
      run(
        (ports) => {
          const expires = options.expires && { expires: (ports.clock.now() + options.expires) as Instant };
          return issueApiKey(ports)({ label: options.label, ...expires });
        },
        showIssued(options),
        { mustExist: false },
      ),
    );

  keys
    .command('list')
    .description('List all keys, the oldest first, without their secrets.')
    .option('--json', 'print JSON')
    .action((options: Format) => run((ports) => listApiKeys(ports)(), showAll(options)));

  keys
    .command('revoke')
    .description('Revoke a key; every instance rejects it within 10 seconds.')
    .argument('<id>', 'the id of the key', id)
    .option('--json', 'print JSON')
    .action((keyId: ApiKeyId, options: Format) => run((ports) => revokeApiKey(ports)(keyId), showOne(options)));

  keys
    .command('rotate')
    .description('Issue a new key with the label and the lifetime of an old one, and revoke the old one a day later.')
    .argument('<id>', 'the id of the old key', id)
    .addOption(
      new Option('--overlap <duration>', 'how long the old key stays valid: 1h, 7d')
        .argParser(duration)
        .default(defaultOverlap, '24h')
        .conflicts('now'),
    )
    .option('--now', 'revoke the old key at once, for example because it has leaked')
    .option('--force', 'rotate a key again that a rotation has replaced before')
    .option('--json', 'print JSON')
    .addHelpText('after', `\n${rotationNote}`)
    .action((keyId: ApiKeyId, options: RotateOptions) =>
      run(
        (ports) =>
          rotateApiKey(ports)({
            id: keyId,
            overlap: options.now === true ? 0 : options.overlap,
            force: options.force === true,
          }),
        showRotated(options),
        { problemOf: (title, rotated) => oldKeyProblem(title, keyId, rotated) },
      ),
    );

  return keys;
};
