import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { anyOf } from '../any-of.ts';
import { durableStores } from '../stores/durable-stores.ts';
import { decodeConfiguration } from './configuration.ts';
import { environmentWarnings, requireMeantStore } from './meant-store.ts';
import type { Texts } from './secret-files.ts';

const refusals = (environment: Texts): readonly string[] => {
  const decoded = decodeConfiguration(environment, () => E.right('mongodb://127.0.0.1'));
  const meant = E.chainFirstW(requireMeantStore(environment))(decoded);
  return E.isLeft(meant) ? meant.left.messages : [];
};
const inProduction = (environment: Texts): readonly string[] => refusals({ NODE_ENV: 'production', ...environment });

it.each<readonly [Texts, string]>([
  [
    {},
    `no store is chosen: set ${anyOf(durableStores.map(({ variable }) => variable.name))}, or STORE=memory, which keeps the animals in memory until the process ends`,
  ],
  [{ MONGODB_URI: '' }, 'MONGODB_URI is empty: set it to the store, or remove it'],
  [{ MONGODB_URI_FILE: '' }, 'MONGODB_URI_FILE is empty: set it to the store, or remove it'],
  [{ STORE: 'memory', SQLITE_FILE: '' }, 'SQLITE_FILE is empty: set it to the store, or remove it'],
  [{ MONGODB_URl: 's3cret' }, 'MONGODB_URl is not a variable of the service: do you mean MONGODB_URI?'],
  [
    { STORE: 'memory', MONGODB_URL: 's3cret' },
    'MONGODB_URL is not a variable of the service: do you mean MONGODB_URI?',
  ],
  [{ SQLITE_FLIE: 'a.db' }, 'SQLITE_FLIE is not a variable of the service: do you mean SQLITE_FILE?'],
  [{ store: 'memory' }, 'store is not a variable of the service: do you mean STORE?'],
])('in production, refuses %j with one sentence', (environment, message) => {
  expect(inProduction(environment)).toEqual([message]);
});

it.each<Texts>([
  { STORE: 'memory' },
  { SQLITE_FILE: 'a.db' },
  { MONGODB_URI_FILE: '/a' },
  { SQLITE_FILE: 'a.db', MONGODB_URl: 'x' },
])('in production, accepts %j', (environment) => {
  expect(inProduction(environment)).toEqual([]);
});

it('elsewhere, accepts an environment without a store', () => {
  expect([{}, { MONGODB_URI: '' }, { MONGODB_URl: 'x' }].flatMap(refusals)).toEqual([]);
});

it('warns of an empty store variable and of names that look like ours, and of nothing else', () => {
  const environment = { MONGODB_URI: '', MAX_CONNECTION: 's3cret', API_KEY: '', PATH: '/bin', NOTHING: undefined };
  expect(environmentWarnings(environment)).toEqual([
    'MONGODB_URI is empty, which counts as absent',
    'MAX_CONNECTION is not a variable of the service: do you mean MAX_CONNECTIONS?',
  ]);
});
