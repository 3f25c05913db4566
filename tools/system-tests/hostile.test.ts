import { type RunningService, startService } from '@animal-store/testkit/service';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from './checked.ts';

const animal = '{"name":"hostile 3e9a","categoryId":1}';

const tokens = [
  ...'\r\n \n \r \r\n\r\n'.split(' '),
  ' ',
  ...'\t : \u0000 \u00ff % / ? # * // .. GET POST OPTIONS CONNECT TRACE HTTP/1.0 HTTP/1.1 HTTP/2.0'.split(' '),
  ...'/v1/pets /v1/pets/1 /livez http://evil/'.split(' '),
  ...['Host: a\r\n', 'Content-Length: 5\r\n', 'Content-Length: 0\r\n', 'Transfer-Encoding: chunked\r\n'],
  ...['Connection: close\r\n', 'Connection: keep-alive\r\n', 'Expect: 100-continue\r\n', 'Expect: x\r\n'],
  ...['Upgrade: h2c\r\nConnection: Upgrade\r\n', 'Authorization: Bearer x\r\n', 'Content-Type: text/plain\r\n'],
  ...['Content-Encoding: gzip\r\n', 'Idempotency-Key: "a"\r\n', 'X-Request-Id: a b\r\n'],
  ...'0\r\n\r\n ff\r\n { } " 9 -'.split(' '),
];

/** Well-formed requests to start from. */
const requests = (apiKey: string): readonly string[] => {
  const access = `Host: localhost\r\nAuthorization: Bearer ${apiKey}\r\n`;
  const post = `POST /v1/pets HTTP/1.1\r\n${access}Content-Type: application/json\r\n`;
  const whole = `Content-Length: ${animal.length}\r\n\r\n${animal}`;
  return [
    `GET /v1/pets?limit=1&status=sold HTTP/1.1\r\n${access}\r\n`,
    `GET /v1/pets/1 HTTP/1.1\r\n${access}X-Request-Id: abc\r\n\r\n`,
    `MKCALENDAR /v1/pets HTTP/1.1\r\n${access}\r\n`,
    `GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    `${post}Idempotency-Key: k\r\n${whole}`,
    `${post}Transfer-Encoding: chunked\r\n\r\n${animal.length.toString(16)}\r\n${animal}\r\n0\r\n\r\n`,
    `${post}Expect: 100-continue\r\n${whole}`,
  ];
};

/** Up to three requests, in each of which something is cut out, inserted or overwritten. */
const randomBytes = (apiKey: string): fc.Arbitrary<readonly string[]> =>
  fc.array(
    fc
      .tuple(fc.constantFrom(...requests(apiKey)), fc.nat(), fc.nat({ max: 6 }), fc.constantFrom('', ...tokens))
      .map(([request, place, cut, token]) => {
        const at = place % (request.length + 1);
        return request.slice(0, at) + token + request.slice(at + cut);
      }),
    { minLength: 1, maxLength: 3 },
  );

let service: RunningService;
beforeAll(async () => {
  service = await startService();
}, 60_000);
// The same process is healthy after all of them.
afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

it('sends well-formed responses to any bytes, and ends the connection', { timeout: 60_000 }, async () => {
  const sendAll = async (parts: readonly string[]): Promise<void> => {
    const connection = await connect(service.origin);
    for (const part of parts) {
      connection.send(part);
      await new Promise(setImmediate);
    }
    connection.end();
    await connection.readResponsesUntilClosed();
  };
  const inputs = fc.array(randomBytes(service.apiKey), { minLength: 20, maxLength: 20, size: 'max' });
  await fc.assert(
    fc.asyncProperty(inputs, async (each) => void (await Promise.all(each.map(sendAll)))),
    { seed: 20_301_205, numRuns: 75, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: true },
  );
});
