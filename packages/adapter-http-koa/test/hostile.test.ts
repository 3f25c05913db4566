import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { animal, chunk, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';
import { startApi } from './start-api.ts';

const tokens = [
  ...['', ' ', '\t', '\n', '\r', '\r\n', '\r\n\r\n', '\u0000', '\u00ff', ':', '%', '#', '*', '//', '{', '"', '-', '9'],
  ...['OPTIONS', 'CONNECT', 'MKCALENDAR', 'HTTP/1.0', 'HTTP/2.0', '/livez', 'http://evil/', '0\r\n\r\n'],
  ...['Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked', 'Expect: 100-continue', 'Expect: x'],
  ...['Connection: close', 'Upgrade: h2c\r\nConnection: Upgrade', 'Content-Type: text/plain', 'Content-Encoding: gzip'],
].map((token) => (/^\S+: /.test(token) ? `${token}\r\n` : token));

/** Well-formed requests to start from. */
const requests = [
  spell('GET /v1/pets?limit=1&status=sold', [withKey]),
  spell('GET /v1/pets/1', [withKey]),
  spellPost(animal, 'Idempotency-Key: k'),
  spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: chunked'), chunk(animal) + chunk('')),
];

/** A request in which something is cut out, inserted or overwritten. */
const spoilt: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...requests), fc.nat(), fc.nat({ max: 6 }), fc.constantFrom(...tokens))
  .map(([request, place, cut, token]) => {
    const at = place % (request.length + 1);
    return request.slice(0, at) + token + request.slice(at + cut);
  });

it('sends well-formed responses to any bytes, and serves on when connections are reset', async () => {
  const api = await startApi();
  const sendAll = async (parts: readonly string[], index: number): Promise<void> => {
    const connection = await api.open();
    for (const part of parts) {
      connection.send(part);
      await new Promise(setImmediate);
    }
    if (index % 4 === 3) return connection.reset();
    connection.end();
    while ((await connection.rest()) !== '') await connection.readResponse();
  };
  const clients = fc.array(fc.array(spoilt, { minLength: 1, maxLength: 3 }), { minLength: 20, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(clients, async (each) => void (await Promise.all(each.map(sendAll)))),
    { seed: 20_301_205, numRuns: 20, endOnFailure: true },
  );
  // It waits for each request that is left.
  await api.stop(3_600_000);
  const statuses = new Set(api.reported.map(({ status }) => status));
  expect([statuses.has(200), statuses.has(499), statuses.has(500)]).toEqual([true, true, false]);
}, 60_000);
