import { logLines, startService } from '@animal-store/testkit/service';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { connect } from './checked.ts';

const tokens = [
  ...['', ' ', '\t', '\n', '\r', '\r\n', '\r\n\r\n', '\u0000', '\u00ff', ':', '%', '#', '*', '//', '{', '"', '-', '9'],
  ...['OPTIONS', 'CONNECT', 'MKCALENDAR', 'HTTP/1.0', 'HTTP/2.0', '/livez', 'http://evil/', '0\r\n\r\n'],
  ...['Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked', 'Expect: 100-continue', 'Expect: x'],
  ...['Connection: close', 'Upgrade: h2c\r\nConnection: Upgrade', 'Content-Type: text/plain', 'Content-Encoding: gzip'],
].map((token) => (/^\S+: /.test(token) ? `${token}\r\n` : token));

/** Well-formed requests to start from. */
const requests = (apiKey: string): readonly string[] => {
  const access = `Host: localhost\r\nAuthorization: Bearer ${apiKey}\r\n`;
  const post = `POST /v1/pets HTTP/1.1\r\n${access}Content-Type: application/json\r\n`;
  const animal = '{"name":"hostile","categoryId":1}';
  return [
    `GET /v1/pets?limit=1&status=sold HTTP/1.1\r\n${access}\r\n`,
    `GET /v1/pets/1 HTTP/1.1\r\n${access}\r\n`,
    `${post}Idempotency-Key: k\r\nContent-Length: ${animal.length}\r\n\r\n${animal}`,
    `${post}Transfer-Encoding: chunked\r\n\r\n${animal.length.toString(16)}\r\n${animal}\r\n0\r\n\r\n`,
  ];
};

/** A request in which something is cut out, inserted or overwritten. */
const spoilt = (apiKey: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...requests(apiKey)), fc.nat(), fc.nat({ max: 6 }), fc.constantFrom(...tokens))
    .map(([request, place, cut, token]) => {
      const at = place % (request.length + 1);
      return request.slice(0, at) + token + request.slice(at + cut);
    });

it('sends well-formed responses to any bytes, and serves on when connections are reset', {
  timeout: 60_000,
}, async () => {
  const service = await startService();
  const sendAll = async (parts: readonly string[], index: number): Promise<void> => {
    const connection = await connect(service.origin);
    for (const part of parts) {
      connection.send(part);
      await new Promise(setImmediate);
    }
    if (index % 4 === 3) return connection.reset();
    connection.end();
    await connection.readResponsesUntilClosed();
  };
  const clients = fc.array(fc.array(spoilt(service.apiKey), { minLength: 1, maxLength: 3 }), { minLength: 20 });
  await fc.assert(
    fc.asyncProperty(clients, async (each) => void (await Promise.all(each.map(sendAll)))),
    { seed: 20_301_205, numRuns: 75, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: true },
  );
  // The same process is healthy after all of them, and no request is left in it.
  expect(await service.stop()).toBe(0);
  const statuses = new Set(logLines(service.process).map(({ status }) => status));
  expect([statuses.has(200), statuses.has(499), statuses.has(500)]).toEqual([true, true, false]);
});
