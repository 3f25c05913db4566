import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { function as F, io as IO, taskEither as TE } from 'fp-ts';
import { type ApiKey, type ApiKeyLabel, type ApiKeyToken, idOfToken } from './api-key.ts';
import { crc32 } from './crc32.ts';
import type { ApiKeyTaken } from './errors.ts';
import type { Instant } from './instant.ts';
import type { AccessPorts, KeyMaterial } from './ports.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** The first `length` characters of the bytes in base32 (RFC 4648, section 6), in lower case and without padding. */
const base32 = (bytes: Uint8Array, length: number): string =>
  Array.from({ length }, (_, index) => {
    const bit = index * 5;
    const pair = ((bytes[bit >>> 3] ?? 0) << 8) | (bytes[(bit >>> 3) + 1] ?? 0);
    return alphabet.charAt((pair >>> (11 - (bit & 7))) & 31);
  }).join('');

/** Creates a new token of 300 random bits: 40 of the id, and 260 of the secret, which takes 33 bytes. */
export const newApiKeyToken = ({ randomBytes }: KeyMaterial): IO.IO<ApiKeyToken> =>
  F.pipe(
    randomBytes(5 + 33),
    IO.map((bytes) => `ask_${base32(bytes.subarray(0, 5), 8)}_${base32(bytes.subarray(5), 52)}`),
    IO.map((body) => `${body}_${crc32(body)}` as ApiKeyToken),
  );

/** The label and the expiry of a new key. */
export interface NewApiKey {
  readonly label: ApiKeyLabel;
  readonly expires?: Instant;
}

/** A new key with its token, which is printed once and stored nowhere. */
export interface IssuedApiKey {
  readonly token: ApiKeyToken;
  readonly apiKey: ApiKey;
}

/** Stores the key of an existing token, for example of a token in the configuration. */
export type RegisterApiKey = (
  token: ApiKeyToken,
  newApiKey: NewApiKey,
) => TE.TaskEither<ApiKeyTaken | RepositoryUnavailable, ApiKey>;

/** Creates the use case that stores the key of an existing token. */
export const registerApiKey =
  ({ apiKeys, clock, keyMaterial }: AccessPorts): RegisterApiKey =>
  (token, newApiKey) =>
    F.pipe(
      TE.fromIO(
        (): ApiKey => ({
          id: idOfToken(token),
          digest: keyMaterial.sha256(token),
          created: clock.now(),
          ...newApiKey,
        }),
      ),
      TE.chainFirst((apiKey) => apiKeys.add(apiKey)),
    );

/** How many tokens are tried for one key. If a million keys exist, one new id in a million is taken: it has 40 random bits. */
const attempts = 3;

/** Makes a new key. A repository that reports every token as taken counts as unavailable. */
export type IssueApiKey = (newApiKey: NewApiKey) => TE.TaskEither<RepositoryUnavailable, IssuedApiKey>;

/** Creates the use case that issues an API key. */
export const issueApiKey = (ports: AccessPorts): IssueApiKey => {
  const issue = (newApiKey: NewApiKey, left: number): TE.TaskEither<RepositoryUnavailable, IssuedApiKey> =>
    F.pipe(
      TE.fromIO(newApiKeyToken(ports.keyMaterial)),
      TE.bindTo('token'),
      TE.bind('apiKey', ({ token }) => registerApiKey(ports)(token, newApiKey)),
      TE.orElse((failure) => {
        if (failure._tag !== 'ApiKeyTaken') return TE.left(failure);
        if (left > 1) return issue(newApiKey, left - 1);
        return TE.left(repositoryUnavailable(new Error(`${attempts} new API keys are said to be taken`)));
      }),
    );
  return (newApiKey) => issue(newApiKey, attempts);
};
