import {
  type AccessPorts,
  ApiKeyId,
  ApiKeyLabel,
  escapeInvisible,
  type Instant,
  type IssuedApiKey,
  issueApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  type StoredApiKey,
} from '@animal-store/access';
import type { RepositoryUnavailable } from '@animal-store/domain';
import { Command, InvalidArgumentError, Option } from 'commander';
import { either as E, option as O, type taskEither as TE } from 'fp-ts';
import { anyStoreVariable } from '../../configuration/variables-text.ts';
import { reasonOf } from '../../stores/reason-of.ts';
import { apiKeyJson, apiKeysTable, issuedApiKeyText, jsonText } from './api-keys-text.ts';
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

interface Format {
  readonly json?: boolean;
}

type KeyFailure = RepositoryUnavailable | { readonly _tag: 'ApiKeyNotFound' | 'ApiKeyNotActive' | 'UnreadableApiKey' };

const messages: Readonly<Record<Exclude<KeyFailure['_tag'], 'RepositoryUnavailable'>, string>> = {
  ApiKeyNotFound: 'no API key has this id; animal-store keys list shows them all',
  ApiKeyNotActive: 'this API key is revoked or expired; issue a new one instead',
  UnreadableApiKey:
    'this API key cannot be read; animal-store keys list says why. Issue a new one, and revoke this one',
};

const messageOf = (title: string, failure: KeyFailure): string =>
  failure._tag === 'RepositoryUnavailable'
    ? `${title} is unavailable: ${reasonOf(failure)}. A change may have been made: check with keys list, then retry`
    : messages[failure._tag];

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
    mustExist = true,
  ): Promise<void> => {
    let close = (): Promise<void> => Promise.resolve();
    try {
      const access = await open(mustExist);
      if (E.isLeft(access)) return reportFailure(access.left);
      const { ports, title } = access.right;
      close = access.right.close;
      const outcome = await use(ports)();
      if (E.isLeft(outcome)) reportFailure(messageOf(title, outcome.left));
      else print(show(outcome.right, ports.clock.now()));
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
        false,
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
    .description('Issue a new key with the label and the lifetime of an old one, and revoke the old one.')
    .argument('<id>', 'the id of the old key', id)
    .addOption(
      new Option('--overlap <duration>', 'how long the old key stays valid: 1h, 7d')
        .argParser(duration)
        .default(0, 'none'),
    )
    .option('--json', 'print JSON')
    .action((keyId: ApiKeyId, options: Format & { readonly overlap: number }) =>
      run((ports) => rotateApiKey(ports)({ id: keyId, overlap: options.overlap }), showIssued(options)),
    );

  return keys;
};
