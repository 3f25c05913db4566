import { type ApiKey, apiKeyState, type Instant, revokedAt } from '@animal-store/access';
import { systemClock } from '@animal-store/access/node';
import { escapeInvisible } from '../describe-error.ts';

/** A key with the fields that may be shown. */
export type Shown = Readonly<Record<string, unknown>>;

const time = (instant: Instant | undefined): string | undefined =>
  instant === undefined ? undefined : new Date(instant).toISOString();

const times = ['created', 'expires', 'revoked', 'lastUsed'] as const;
const columns = ['id', 'label', 'state', ...times] as const;

/** The fields of a key that may be shown: all except its digest. A key that will be revoked later is `retiring`. */
export const shown = (apiKey: ApiKey): Shown => {
  const { id, label, revoked } = apiKey;
  const state = apiKeyState(systemClock.now())(apiKey);
  const instants = { ...apiKey, revoked: revokedAt(apiKey) };
  const shownTimes = Object.fromEntries(times.map((name) => [name, time(instants[name])]));
  return { id, label, state: state === 'active' && revoked !== undefined ? 'retiring' : state, ...shownTimes };
};

/** A table of keys for a person. */
export const tableOf = (keys: readonly Shown[]): string => {
  const rows = [columns, ...keys.map((key) => columns.map((column) => escapeInvisible(`${key[column] ?? '-'}`)))];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const lineOf = (row: readonly string[]): string =>
    row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ');
  return rows.map((row) => `${lineOf(row).trimEnd()}\n`).join('');
};
