import { type ApiKey, apiKeyState, escapeInvisible, type Instant, type IssuedApiKey } from '@animal-store/domain';

const time = (instant: Instant | undefined): string | undefined =>
  instant === undefined ? undefined : new Date(instant).toISOString();

/** What may be shown of a key: all but its digest, times as RFC 3339 texts. */
export const apiKeyJson = (now: Instant, apiKey: ApiKey): Readonly<Record<string, string | undefined>> => ({
  id: apiKey.id,
  label: apiKey.label,
  state: apiKeyState(now)(apiKey),
  created: time(apiKey.created),
  expires: time(apiKey.expires),
  revoked: time(apiKey.revoked),
});

/** A value as JSON in which no character is invisible: a stored label may hold characters that a new one may not. */
export const jsonText = (value: unknown): string => escapeInvisible(JSON.stringify(value));

const columns = ['id', 'label', 'state', 'created', 'expires', 'revoked'] as const;

/** A table for a person, a line a key. */
export const apiKeysTable = (now: Instant, apiKeys: readonly ApiKey[]): string => {
  const rows = apiKeys
    .map((apiKey) => apiKeyJson(now, apiKey))
    .map((row) => columns.map((name) => escapeInvisible(row[name] ?? '-')));
  const lines = [columns.map((name) => name.toUpperCase()), ...rows];
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** A key that was just made, with its token, which is shown this once. */
export const issuedApiKeyText = (now: Instant, { token, apiKey }: IssuedApiKey): string =>
  `${apiKeysTable(now, [apiKey])}\n\n${token}\n\nThis is the key. It is shown this once and kept nowhere: store it now.`;
