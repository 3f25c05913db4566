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
    'percentage of these limits, of the pages that are read, and of the connections that one key has',
    '429; its oldest idle connections are closed first',
    'MAX_KEY_SHARE_PERCENT',
  ],
  maxBytesBeingRead: ['characters of the pages that lists read at once', 'other lists wait', 'MAX_BYTES_BEING_READ'],
  maxListWait: ['milliseconds that a list waits', '503, or 429 if its key reads its share'],
} as const satisfies Record<keyof RequestLimits, Text>;

const lookups = {
  running: ['lookups of API keys at once', 'other lookups wait, those of known keys first'],
  waiting: ['waiting lookups of unknown keys', '503'],
  cachedKeys: ['API keys in the cache', 'the one that was looked up first is looked up again'],
  cacheTime: undefined,
  checkTime: undefined,
} as const satisfies Record<keyof LookupLimits, Text | undefined>;

const connections = {
  maxConnections: ['connections', 'an idle one is closed, of a client that has too many', 'MAX_CONNECTIONS'],
  maxKnownPercent: [
    'percentage of connections, once all are taken, of clients with a valid key',
    'an idle one is closed',
  ],
  maxKeySharePercent: undefined,
  maxUnansweredRead: ['unanswered requests on one connection', 'the service stops reading from it'],
  maxUnanswered: ['unanswered requests on one connection that come in one piece', 'it is closed'],
  maxUnansweredInAll: [
    'unanswered requests on all connections without a valid key, and as many on all others',
    'a connection is closed: first one whose client does not read, then one of the key with most',
  ],
  strangers: undefined,
  unauthenticatedRate: [
    'requests a second without a valid key, while clients with one are active',
    'their connections are read more slowly',
    'CLIENTS_WITHOUT_KEY',
  ],
  maxBytesWithoutKey: ['bytes of responses on a connection that never had a valid key', 'the next response closes it'],
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
