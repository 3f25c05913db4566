import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expectAdded } from '@animal-store/testkit/animals';
import {
  type ContractApi,
  chunked,
  contentLength,
  expectError,
  header,
  rawRequest,
  type SendOptions,
} from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';
import { sendRaw, withKey } from '../send-raw.ts';

const limit = 65_536;
const animal = '{"name":"Zoë","categoryId":9007199254740993}';
const nested = (levels: number): string =>
  animal.replace('}', `,"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`);

/** White space after the JSON counts. The name has one byte more than characters. */
const sized = (bytes: number): string => animal.padEnd(bytes - 1);

type Request = Required<Pick<SendOptions, 'headers' | 'body'>>;
const typed = (type: string | readonly string[], body: string | Uint8Array = animal): Request => ({
  headers: { 'Content-Type': type },
  body,
});
const json = (body: string | Uint8Array): Request => typed('application/json', body);
const coded = (coding: string, body: string | Uint8Array): Request => ({
  headers: { 'Content-Type': 'application/json', 'Content-Encoding': coding },
  body,
});

type Row = readonly [what: string, request: Request];
const codings = Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync });

const accepted: readonly Row[] = [
  ['64 KiB', json(sized(limit))],
  ['32 levels of nesting', json(nested(32))],
  ['UTF-8 in any spelling', typed('Application/JSON; charset="UTF-8"')],
  ['any Accept', { headers: { 'Content-Type': 'application/json', Accept: 'text/html' }, body: animal }],
  ...codings.flatMap(([coding, pack]): readonly Row[] => [
    [`${coding} in capitals`, coded(coding.toUpperCase(), pack(animal))],
    [`64 KiB out of ${coding}`, coded(coding, pack(sized(limit)))],
  ]),
];

const refused: Readonly<Record<string, readonly Row[]>> = {
  '415 unsupported_media_type': [
    ['another type', typed('text/plain')],
    ['a type that begins alike', typed('application/json-patch+json')],
    ['another charset', typed('application/json; charset=latin1')],
    ['two types', typed(['application/json', 'application/json'])],
    ['no type', { headers: {}, body: animal }],
    ['no type and no body', { headers: {}, body: '' }],
    ['an unknown coding', coded('zstd', animal)],
    ['two codings', coded('gzip, gzip', gzipSync(gzipSync(animal)))],
  ],
  '413 payload_too_large': [
    ['65,537 bytes', json(sized(limit + 1))],
    ['too many bytes that are not JSON', json(Buffer.alloc(limit + 1, 0xff))],
    ['a bomb of 32 MiB', coded('gzip', gzipSync(Buffer.alloc(32 * 2 ** 20, ' ')))],
    ...codings.map(([coding, pack]): Row => [`65,537 bytes in ${coding}`, coded(coding, pack(sized(limit + 1)))]),
  ],
  '400 invalid_request': [
    ['no body', json('')],
    ['JSON that ends early', json('{"name":"Rex",')],
    ['something after the JSON', json(`${animal} x`)],
    ['a form', json('name=Rex&categoryId=1')],
    ['Latin-1', json(Buffer.from(animal, 'latin1'))],
    ['33 levels of nesting', json(nested(33))],
    ['60,000 brackets', json('['.repeat(60_000))],
    ...codings.flatMap(([coding, pack]): readonly Row[] => [
      [`${coding} that is corrupt`, coded(coding, animal)],
      [`${coding} that is cut short`, coded(coding, pack(animal).subarray(0, -1))],
      [`an invalid animal in ${coding}`, coded(coding, pack('{"name":"Rex"}'))],
    ]),
  ],
};

/** The body of `POST /v1/pets`: JSON in UTF-8, at most 64 KiB after decompression, nested at most 32 deep. */
export const describeAddPetBody = (api: ContractApi): void => {
  const send = (request: Request): ReturnType<ContractApi['send']> => api.send('POST', '/v1/pets', request);
  const post = (headers: readonly string[], body = ''): ReturnType<typeof sendRaw> =>
    sendRaw(api, 'POST /v1/pets HTTP/1.1', withKey(api, 'Content-Type: application/json', ...headers), body);

  describe('body of POST /v1/pets', () => {
    it.each(accepted)('accepts %s', async (_, request) => {
      expectAdded(await send(request));
    });

    describe.each(Object.entries(refused))('%s', (error, requests) => {
      const [status, code = ''] = error.split(' ');
      it.each(requests)('refuses %s', async (_, request) => {
        expectError(await send(request), Number(status), code);
      });
    });

    it('reads chunks of any size, with extensions and trailers', async () => {
      const chunkedAnimal = '{"name":"Rex","categoryId":1}';
      for (const body of [chunked(...chunkedAnimal), `1D;a="b"\r\n${chunkedAnimal}\r\n000\r\nX-Trailer: 1\r\n\r\n`]) {
        expectAdded((await post(['Transfer-Encoding: chunked'], body)).response);
      }
    });

    it('ignores the body of a GET, and reads the next request correctly', async () => {
      const body = 'GET /v1/nothing HTTP/1.1\r\nHost: x\r\n\r\n';
      const headers = withKey(api, contentLength(body));
      const { connection, response } = await sendRaw(api, 'GET /v1/pets?limit=1 HTTP/1.1', headers, body);
      connection.send(rawRequest('GET /v1/pets/0 HTTP/1.1', withKey(api)));
      const last = await connection.readResponse();
      expect([response.status, last.status, header(last, 'sunset') !== undefined]).toEqual([200, 404, true]);
    });
  });
};
