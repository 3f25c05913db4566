import fc from 'fast-check';

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

const body = '{"name":"fuzz","categoryId":1}';

/** Well-formed requests to start from. */
const seeds = (credentials: string): readonly string[] => {
  const access = `Host: localhost\r\nAuthorization: ${credentials}\r\n`;
  const json = 'Content-Type: application/json\r\n';
  return [
    `GET /v1/pets?limit=1&status=sold HTTP/1.1\r\n${access}\r\n`,
    `GET /v1/pets/1 HTTP/1.1\r\n${access}X-Request-Id: abc\r\n\r\n`,
    `OPTIONS /v1/pets HTTP/1.1\r\n${access}\r\n`,
    `MKCALENDAR /v1/pets HTTP/1.1\r\n${access}\r\n`,
    `GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    `POST /v1/pets HTTP/1.1\r\n${access}${json}Content-Length: ${body.length}\r\n\r\n${body}`,
    `POST /v1/pets HTTP/1.1\r\n${access}${json}Idempotency-Key: k\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    `POST /v1/pets HTTP/1.1\r\n${access}${json}Transfer-Encoding: chunked\r\n\r\n1e\r\n${body}\r\n0\r\n\r\n`,
    `POST /v1/pets HTTP/1.1\r\n${access}${json}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  ];
};

/** Bytes to send, one piece after another. */
export interface RawBytes {
  readonly pieces: readonly string[];
}

/** Up to three requests with something cut out, inserted, doubled or overwritten, sent in up to three pieces. */
export const rawBytes = (credentials: string): fc.Arbitrary<RawBytes> =>
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
      return { pieces: places.slice(1).map((end, index) => bytes.slice(places[index], end)) };
    });
