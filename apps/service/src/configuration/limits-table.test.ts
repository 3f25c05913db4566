import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConnectionLimits, RequestLimits } from '@animal-store/adapter-http-koa';
import { expect, it } from 'vitest';
import { type LookupLimits, serviceLimits } from './limits.ts';
import type { Configuration } from './variables.ts';

/** What is limited, what happens above the limit, and the variable that sets it. */
type Text = readonly [what: string, above: string, variable?: keyof Configuration];

// The compiler requires every limit here. `undefined` stands for one that the table of times has, or another row.
const requests = {
  maxRequestsInFlight: ['requests in flight with a valid API key', '503', 'MAX_REQUESTS_IN_FLIGHT'],
  maxUnauthenticatedInFlight: ['requests in flight with an unknown key or none', '503'],
  maxBytesInFlight: ['bytes of bodies and large responses', '503 for a request that needs more', 'MAX_BYTES_IN_FLIGHT'],
  maxKeySharePercent: [
    'percentage of the requests, bytes, pages and connections in this table that one API key may have',
    '429; of its connections, an idle one is closed',
    'MAX_KEY_SHARE_PERCENT',
  ],
  maxBytesBeingRead: ['characters of the pages that lists read at once', 'other lists wait', 'MAX_BYTES_BEING_READ'],
  maxListWait: ['milliseconds that a list waits', '503, or 429 if its key has its share'],
} as const satisfies Record<keyof RequestLimits, Text>;

const lookups = {
  running: ['lookups of API keys at once, at most 6 of them of unknown keys', 'other lookups wait'],
  waiting: ['waiting lookups of unknown keys', '503'],
  cachedKeys: ['API keys in the cache', 'the key with the oldest lookup leaves it'],
  cacheTime: undefined,
  checkTime: undefined,
} as const satisfies Record<keyof LookupLimits, Text | undefined>;

const connections = {
  maxConnections: ['connections', 'one is closed, first of clients that have too many', 'MAX_CONNECTIONS'],
  maxKnownPercent: [
    'percentage of the connections that clients with a valid key keep, once all are taken',
    'an idle one of them is closed',
  ],
  maxKeySharePercent: undefined,
  maxUnansweredRead: ['unanswered requests on one connection', 'the service stops reading from it'],
  maxUnanswered: ['unanswered requests on one connection that come in one piece', 'the connection is closed'],
  maxUnansweredInAll: [
    'unanswered requests on all connections without a valid key; the same number on all connections with one',
    'a connection is closed: of a key with more than its share, or else one whose client does not read',
  ],
  strangers: undefined,
  unauthenticatedRate: [
    'requests a second of all clients without a valid key, while clients with one are active',
    'connections without a valid key are read more slowly',
    'CLIENTS_WITHOUT_KEY',
  ],
  maxBytesWithoutKey: [
    'bytes of responses on a connection that never sent a valid key',
    'the connection is closed after the next response',
  ],
  maxUnreadStaticBytes: [
    'bytes of `/docs` and `/openapi.json` that clients read at once',
    'other clients wait in order',
  ],
} as const satisfies Record<keyof ConnectionLimits, Text | undefined>;

const rowsOf = (texts: Readonly<Record<string, Text | undefined>>, values: object): readonly string[] =>
  Object.entries(texts).flatMap(([name, text]) => {
    if (text === undefined) return [];
    const [what, above, variable] = text;
    const value = Number(Reflect.get(values, name)).toLocaleString('en');
    return [`| ${what} | ${value} | ${variable === undefined ? '' : `\`${variable}\``} | ${above} |`];
  });

const table = [
  '| limited | default | variable | above it |',
  '|---|---:|---|---|',
  ...rowsOf(requests, serviceLimits.requests),
  ...rowsOf(lookups, serviceLimits.lookups),
  ...rowsOf(connections, serviceLimits.server),
].join('\n');

const guide = fileURLToPath(new URL('../../../../docs/limits.md', import.meta.url));
const begin = '<!-- vitest run limits-table -u writes this table -->\n\n';
const end = '<!-- end -->';

it('has every limit of a process, in the guide', async () => {
  const [before, rest = ''] = readFileSync(guide, 'utf8').split(begin);
  const after = rest.slice(rest.indexOf(end));
  await expect(`${before}${begin}${table}\n\n${after}`).toMatchFileSnapshot(guide);
});
