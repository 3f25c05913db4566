import { chunked } from '@animal-store/testkit/http';
import { type RunningService, startService } from '@animal-store/testkit/service';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createContractApi } from '../checked.ts';

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
const seeds = (credentials: string): readonly string[] => {
  const access = `Host: localhost\r\nAuthorization: ${credentials}\r\n`;
  const post = `POST /v1/pets HTTP/1.1\r\n${access}Content-Type: application/json\r\n`;
  const whole = `Content-Length: ${animal.length}\r\n\r\n${animal}`;
  return [
    `GET /v1/pets?limit=1&status=sold HTTP/1.1\r\n${access}\r\n`,
    `GET /v1/pets/1 HTTP/1.1\r\n${access}X-Request-Id: abc\r\n\r\n`,
    `OPTIONS /v1/pets HTTP/1.1\r\n${access}\r\n`,
    `MKCALENDAR /v1/pets HTTP/1.1\r\n${access}\r\n`,
    `GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    `${post}${whole}`,
    `${post}Idempotency-Key: k\r\n${whole}`,
    `${post}Transfer-Encoding: chunked\r\n\r\n${chunked(animal)}`,
    `${post}Expect: 100-continue\r\n${whole}`,
  ];
};

/** Up to three requests with something cut out, inserted, doubled or overwritten, in up to three pieces. */
const randomBytes = (credentials: string): fc.Arbitrary<readonly string[]> =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...seeds(credentials)), { minLength: 1, maxLength: 3 }),
      fc.array(
        fc.tuple(
          fc.nat(),
          fc.nat({ max: 6 }),
          fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: 'binary', maxLength: 3 })),
        ),
        { maxLength: 4 },
      ),
      fc.array(fc.nat(), { maxLength: 2 }),
    )
    .map(([requests, changes, cuts]) => {
      let bytes = requests.join('');
      for (const [place, cut, token] of changes) {
        const at = place % (bytes.length + 1);
        bytes = bytes.slice(0, at) + token + bytes.slice(at + cut);
      }
      const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
      return places.slice(1).map((end, index) => bytes.slice(places[index], end));
    });

let service: RunningService;
const api = createContractApi(() => service);

beforeAll(async () => {
  service = await startService();
}, 60_000);
// The same process is healthy after all of them.
afterAll(async () => {
  api.close();
  expect(await service.stop()).toBe(0);
});

it('sends well-formed responses to any bytes, and ends the connection', { timeout: 60_000 }, async () => {
  const sendAll = async (pieces: readonly string[]): Promise<void> => {
    const connection = await api.connect();
    for (const piece of pieces) {
      connection.send(piece);
      await new Promise(setImmediate);
    }
    connection.end();
    await connection.readResponsesUntilClosed();
  };
  const inputs = fc.array(randomBytes(api.credentials()), { minLength: 20, maxLength: 20, size: 'max' });
  await fc.assert(
    fc.asyncProperty(inputs, async (each) => void (await Promise.all(each.map(sendAll)))),
    { seed: 20_301_205, numRuns: 75, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: true },
  );
});
