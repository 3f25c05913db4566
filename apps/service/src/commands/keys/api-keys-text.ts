import {
  apiKeyState,
  escapeInvisible,
  type Instant,
  type IssuedApiKey,
  isReadable,
  type StoredApiKey,
} from '@animal-store/access';

type Shown = Readonly<Record<string, string | undefined>>;

const time = (instant: Instant | undefined): string | undefined =>
  instant === undefined ? undefined : new Date(instant).toISOString();

/** What may be shown of a key: all but its digest, times as RFC 3339 texts; if it cannot be read, why. */
export const apiKeyJson = (now: Instant, apiKey: StoredApiKey): Shown =>
  isReadable(apiKey)
    ? {
        id: apiKey.id,
        label: apiKey.label,
        state: apiKeyState(now)(apiKey),
        created: time(apiKey.created),
        expires: time(apiKey.expires),
        revoked: time(apiKey.revoked),
        lastUsed: time(apiKey.lastUsed),
      }
    : { id: apiKey.id, state: 'unreadable', reason: apiKey.reason, revoked: time(apiKey.revoked) };

/** A value as JSON in which no character is invisible: a stored label may hold characters that a new one may not. */
export const jsonText = (value: unknown): string => escapeInvisible(JSON.stringify(value));

const columns = ['id', 'label', 'state', 'created', 'expires', 'revoked', 'lastUsed'] as const;

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

/** A table for a person, one line for each key. Below it stands why keys cannot be read. */
export const apiKeysTable = (now: Instant, apiKeys: readonly StoredApiKey[]): string => {
  const keys = apiKeys.map((apiKey) => apiKeyJson(now, apiKey));
  const rows = keys.map((key) => columns.map((name) => escapeInvisible(key[name] ?? '-')));
  const reasons = keys.flatMap(({ id, reason }) => (reason === undefined ? [] : [`${id} cannot be read: ${reason}`]));
  return [
    ...tableText([columns.map(heading), ...rows]),
    ...(reasons.length === 0 ? [] : ['', ...reasons.map(escapeInvisible)]),
  ].join('\n');
};

/** A key that was just made, with its token, which is shown this once. */
export const issuedApiKeyText = (now: Instant, { token, apiKey }: IssuedApiKey): string =>
  `${apiKeysTable(now, [apiKey])}\n\n${token}\n\nThis is the key. It is printed once and stored nowhere: store it now.`;
