import {
  type ApiKey,
  apiKeyState,
  escapeInvisible,
  type Instant,
  type IssuedApiKey,
  type RotatedApiKey,
} from '@animal-store/access';
import { either as E } from 'fp-ts';

type Shown = Readonly<Record<string, string | undefined>>;

const time = (instant: Instant | undefined): string | undefined =>
  instant === undefined ? undefined : new Date(instant).toISOString();

/**
 * What may be shown of a key: all but its digest, times as RFC 3339 texts. A key in the overlap
 * of a rotation is `retiring`, and not yet revoked.
 */
export const apiKeyJson = (now: Instant, apiKey: ApiKey): Shown => {
  const { revoked, expires = revoked } = apiKey;
  const isRetiring = apiKeyState(now)(apiKey) === 'active' && revoked !== undefined && expires !== undefined;
  const until = isRetiring ? (Math.min(revoked, expires) as Instant) : undefined;
  return {
    id: apiKey.id,
    label: apiKey.label,
    state: until === undefined ? apiKeyState(now)(apiKey) : 'retiring',
    retiringUntil: time(until),
    created: time(apiKey.created),
    expires: time(apiKey.expires),
    revoked: until === undefined ? time(apiKey.revoked) : undefined,
    lastUsed: time(apiKey.lastUsed),
  };
};

/** A value as JSON in which no character is invisible: a stored label may hold characters that a new one may not. */
export const jsonText = (value: unknown): string => escapeInvisible(JSON.stringify(value));

const columns = ['id', 'label', 'state', 'created', 'expires', 'revoked', 'lastUsed'] as const;

const cellOf = (key: Shown, column: (typeof columns)[number]): string =>
  column === 'state' && key['retiringUntil'] !== undefined
    ? `retiring until ${key['retiringUntil']}`
    : escapeInvisible(key[column] ?? '-');

const heading = (column: string): string => column.replace(/[A-Z]/, ' $&').toUpperCase();

const tableText = (lines: readonly (readonly string[])[]): readonly string[] => {
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/** A table for a person, one line for each key. */
export const apiKeysTable = (now: Instant, apiKeys: readonly ApiKey[]): string => {
  const keys = apiKeys.map((apiKey) => apiKeyJson(now, apiKey));
  const rows = keys.map((key) => columns.map((column) => cellOf(key, column)));
  return tableText([columns.map(heading), ...rows]).join('\n');
};

/** A key that was just made, with its token, which is shown this once. */
export const issuedApiKeyText = (now: Instant, { token, apiKey }: IssuedApiKey): string =>
  `${apiKeysTable(now, [apiKey])}\n\n${token}\n\nThis is the key. It is shown only now. Save it.`;

const oldKeyText = (now: Instant, old: RotatedApiKey['old']): readonly string[] => {
  if (E.isLeft(old)) return [];
  const { id, state, retiringUntil: until } = apiKeyJson(now, old.right);
  return state === 'retiring'
    ? [`The old key ${id} is valid until ${until}: switch all clients before.`]
    : [`The old key ${id} is ${state}: every instance rejects it within 10 seconds.`];
};

/** What a rotation means for retries. */
export const rotationNote: string =
  'An Idempotency-Key belongs to one API key: finish retries with the old key, because a retry with the new one adds a ' +
  'second animal.';

/** A key that has replaced another, what became of that, and what a client must know about it. */
export const rotatedApiKeyText = (now: Instant, rotated: RotatedApiKey): string =>
  [issuedApiKeyText(now, rotated), '', ...oldKeyText(now, rotated.old), rotationNote].join('\n');
