import { expectBlock } from '@animal-store/testkit/marked-block';
import { expect, it } from 'vitest';
import type { ApiError } from '../src/api-error.ts';
import { errors, maxBodyBytes } from '../src/errors.ts';
import { maxHeaderSize, serverLimits } from '../src/server/create-http-server.ts';

/** What to do about each error 429 and 503. */
const cures: Readonly<Record<string, string>> = {
  shareTaken: 'the client waits for its responses; raise `MAX_REQUESTS_IN_FLIGHT` if it needs more',
  rateExceeded: 'the client waits as `Retry-After` says; raise `RATE_LIMIT` if it needs more',
  allTaken: 'add instances, or raise `MAX_REQUESTS_IN_FLIGHT`; limit a key that sends most requests with `RATE_LIMIT`',
  notReady: 'only `/readyz` says it: see the `reason` of `not ready` in the log',
  storeUnavailable: 'repair the store; the service recovers by itself',
  storeFull: 'a durable store, or more memory and a restart',
};

// Each other factory takes nothing, a list, or a value of any type.
const given: Readonly<Record<string, readonly unknown[]>> = { rateExceeded: [600, 60, 1] };
const refusals = Object.entries<(...given: never[]) => ApiError>(errors)
  .map(([name, create]) => [name, create(...((given[name] ?? [[]]) as never[]))] as const)
  .filter(([, { status }]) => status === 429 || status === 503);

it('has the cause of each 429 and 503 for the metric, but of /readyz', () => {
  const unnamed = refusals.flatMap(([name, { details }]) => (details.refusal === undefined ? name : []));
  expect(unnamed).toEqual(['notReady']);
});

it('lists each cause of a 429 and of a 503 for the operator', async () => {
  const rows = refusals.map(([name, { status, message, details }]) => {
    const cure = cures[name] ?? expect.fail(`What is to do about ${name}? Say it in this test.`);
    const cause = details.refusal === undefined ? '' : `\`${details.refusal}\``;
    return `| ${status} | ${message} | ${cause} | ${cure} |`;
  });
  const table = ['| status | `message` | `cause` | what to do |', '|---|---|---|---|', ...rows].join('\n');
  await expectBlock('docs/troubleshooting.md', 'refusals', table);
});

const { headersTimeout, requestTimeout, timeout } = serverLimits;

it('lists the fixed limits of a request for the operator', async () => {
  const rows = [
    ['request line and headers', `${maxHeaderSize / 1024} KiB`, '431'],
    ['body, after decompression', `${maxBodyBytes / 1024} KiB`, '413'],
    ['time until all headers have arrived', `${headersTimeout / 1000} s`, '408'],
    ['time until the whole request has arrived', `${requestTimeout / 1000} s`, '408'],
    ['time in which a client does not read', `${timeout / 1000} s`, 'the connection is closed'],
  ];
  const lines = [['limited', 'limit', 'above it'], ['---', '---', '---'], ...rows].map(
    (row) => `| ${row.join(' | ')} |`,
  );
  await expectBlock('docs/deploy.md', 'limits', lines.join('\n'));
});
