import {
  type ApiKey,
  ApiKeyId,
  ApiKeyLabel,
  hasInvisible,
  type Instant,
  type IssuedApiKey,
  issueApiKey,
  listApiKeys,
  type RotatedApiKey,
  revokeApiKey,
  rotateApiKey,
} from '@animal-store/access';
import { Command, InvalidArgumentError, Option } from 'commander';
import { either as E, option as O } from 'fp-ts';
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
import { createRunner, type KeysSurroundings } from './create-runner.ts';
import { parseDuration } from './duration.ts';

interface Format {
  readonly json?: boolean;
}

interface RotateOptions extends Format {
  readonly overlap: number;
  readonly now?: boolean;
}

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
  (text) => (ApiKeyLabel.is(text) && !hasInvisible(text) ? O.some(text) : O.none),
);
const duration = argument(
  'between 1s and 10000d, a whole number and a unit, such as 90d, 12h, 30m or 45s',
  parseDuration,
);
const id = argument('the 8 characters that keys list shows', O.fromPredicate(ApiKeyId.is));

/** The command `animal-store keys` with its parts: issue, list, revoke, rotate. */
export const keysCommand = (surroundings: KeysSurroundings): Command => {
  const run = createRunner(surroundings);

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
    (apiKeys: readonly ApiKey[], now: Instant): string =>
      json ? jsonText(apiKeys.map((apiKey) => apiKeyJson(now, apiKey))) : apiKeysTable(now, apiKeys);

  const showOne =
    ({ json }: Format) =>
    (apiKey: ApiKey, now: Instant): string =>
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
    .option('--json', 'print JSON')
    .addHelpText('after', `\n${rotationNote}`)
    .action((keyId: ApiKeyId, options: RotateOptions) =>
      run(
        (ports) =>
          rotateApiKey(ports)({
            id: keyId,
            overlap: options.now === true ? 0 : options.overlap,
          }),
        showRotated(options),
        { problemOf: (title, rotated) => oldKeyProblem(title, keyId, rotated) },
      ),
    );

  return keys;
};
