import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { errors } from '../src/errors.ts';
import { type Exchange, exchangesWith, hostile, type Row } from './exchange.ts';
import { apiKey } from './fake-ports.ts';
import { animal, errorBody, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';

const invalid = (message: string) => ({ status: 400, json: errorBody('invalid_request', message, 400) });
const encoded = (body: string, coding: string): string => spellPost(body, `Content-Encoding: ${coding}`);
const gzipped = (text: string, level?: number): string => gzipSync(text, { level }).toString('latin1');
const withCharset = (charset: string): string => spellPost(animal).replace('/json', `/json; charset=${charset}`);
const expecting = 'Expect: 100-continue';
const largest = animal.padEnd(65_536);

const codings = Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync });

/** How the body of a POST is framed, compressed, encoded and parsed. */
export const bodyExchanges: readonly Exchange[] = exchangesWith(
  { report: { route: '/v1/pets', apiKeyId: apiKey.id } },
  [
    [spellPost(largest), 201],
    ...codings.flatMap(([name, compress]): readonly Row[] => {
      const compressed = (text: string): string => compress(text).toString('latin1');
      return [
        [encoded(compressed(largest), name), 201],
        [encoded(compressed(`${largest} `), name), errors.bodyTooLarge()],
        [encoded(compressed(animal).slice(0, -1), name), errors.incompleteBody()],
        [encoded(hostile, name), errors.incompleteBody()],
        [encoded('', name), invalid('the body is required')],
      ];
    }),
    // Level 0: the coded body is longer than its content.
    [encoded(gzipped(largest, 0), 'gzip'), 201],
    [encoded(gzipped(animal), 'X-GZIP'), 201],
    // Empty members of a list do not count.
    [encoded(gzipped(animal), ', ,gzip, '), 201],
    ...['', ',', ' , ,'].map((coding): Row => [encoded(animal, coding), 201]),
    [
      encoded(animal, `gzip, ${hostile}`),
      errors.otherContentCoding(),
      { headers: { 'accept-encoding': 'gzip, deflate, br' } },
    ],
    [encoded(animal, 'identity\r\nContent-Encoding: identity'), errors.otherContentCoding()],

    // A body in a chunk with an extension, before a trailer (RFC 9112, section 7.1).
    ...['chunked', ', chunked'].map((coding): Row => {
      const body = `1D;a="b"\r\n${animal}\r\n0\r\nX: y\r\n\r\n`;
      return [spell('POST /v1/pets', jsonHeaders(`Transfer-Encoding: ${coding}`), body), 201];
    }),
    [spellPost(animal, 'Expect: ,'), 201],
    [spellPost(animal, expecting).replace('/1.1', '/1.0'), 201, { closes: true }],
    ...[65_537, 4_294_967_301].map((length): Row => {
      const headers = jsonHeaders(`Content-Length: ${length}`, expecting);
      return [spell('POST /v1/pets', headers), errors.bodyTooLarge(), { closes: true }];
    }),
    [spell('POST /v1/pets', jsonHeaders(expecting)), invalid('the body is required'), { closes: true }],

    [spell('POST /v1/pets', [withKey, 'Content-Length: 2'], '{}'), errors.otherMediaType()],
    [spell('POST /v1/pets', [withKey, `Content-Type: text/${hostile}`, 'Content-Length: 0']), errors.otherMediaType()],
    // By default Node.js keeps only the first of several Content-Type lines.
    [spellPost(animal, 'Content-Type: text/plain'), errors.repeatedMediaType()],
    [spellPost(animal, 'Content-Type: application/json'), errors.repeatedMediaType()],
    [spellPost(animal).replace('application/json', 'Application/JSON; charset="UTF-8"'), 201],
    ...['utf8', '"UTF-8"', 'us-ascii;', 'utf-8; charset=latin1'].map((charset): Row => [withCharset(charset), 201]),
    [withCharset('latin1'), errors.otherCharset(), { headers: { 'accept-encoding': undefined } }],
    [withCharset(hostile), errors.otherCharset()],

    [spellPost(`{"${hostile}":1}`), invalid('name is required; categoryId is required')],
    [spellPost(hostile), invalid('the body must be well-formed JSON')],
    [spellPost('\xff'), invalid('the body must be encoded in UTF-8')],
    [
      spellPost(`\xef\xbb\xbf${animal}`),
      invalid('the body must not begin with a byte order mark (RFC 8259, section 8.1)'),
    ],
  ],
);
