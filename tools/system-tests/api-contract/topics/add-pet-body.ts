import { expectAdded, post } from '@animal-store/testkit/animals';
import { type ContractApi, chunked, contentLength, expectError, header, rawRequest } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

const limit = 65_536;

/** An animal with exactly that many bytes. */
const animalOf = (bytes: number): string => {
  const [before, after] = ['{"name":"', '","categoryId":1}'];
  return `${before}${'x'.repeat(bytes - before.length - after.length)}${after}`;
};

/** The length of a body: at most 64 KiB, with any framing. An empty body is refused. */
export const describeAddPetBody = (api: ContractApi): void => {
  const head = (...headers: readonly string[]): readonly string[] => [
    'Host: localhost',
    `Authorization: ${api.credentials()}`,
    'Content-Type: application/json',
    ...headers,
  ];
  const addPet = { method: 'POST', target: '/v1/pets' };
  const send = async (headers: readonly string[], body: string): ReturnType<ContractApi['send']> => {
    const connection = await api.connect();
    connection.send(rawRequest('POST /v1/pets HTTP/1.1', head(...headers), body));
    return connection.readResponse(addPet);
  };

  describe('length of the body of POST /v1/pets', () => {
    it.each([limit - 1, limit])('accepts %i bytes', async (bytes) => {
      expectAdded(await post(api, animalOf(bytes)));
    });

    it.each([limit + 1, limit + 2, 100_000])('refuses %i bytes', async (bytes) => {
      expectError(await post(api, animalOf(bytes)), 413, 'payload_too_large');
    });

    it('counts bytes, not characters', async () => {
      const body = `{"name":"${'猫'.repeat(21_840)}","categoryId":1}`;
      expect(Buffer.byteLength(body)).toBe(limit + 10);
      expectError(await post(api, body), 413, 'payload_too_large');
      expectAdded(await post(api, body.replace('猫'.repeat(4), '')));
    });

    it('counts white space around the JSON', async () => {
      expectAdded(await post(api, animalOf(60).padEnd(limit)));
      expectError(await post(api, animalOf(60).padEnd(limit + 1)), 413, 'payload_too_large');
    });

    it('refuses a body that is too long before it parses it', async () => {
      expectError(await post(api, 'x'.repeat(limit + 1)), 413, 'payload_too_large');
      expectError(await post(api, Buffer.alloc(limit + 1, 0xff)), 413, 'payload_too_large');
    });

    it('accepts 64 KiB in chunks', async () => {
      const body = animalOf(limit);
      expectAdded(await send(['Transfer-Encoding: chunked'], chunked(body)));
      expectAdded(await send(['Transfer-Encoding: chunked'], chunked(...(body.match(/.{1,1000}/g) ?? []))));
    });

    it('refuses one byte more in chunks', async () => {
      const body = animalOf(limit + 1);
      const responses = [
        await send(['Transfer-Encoding: chunked'], chunked(body)),
        await send(['Transfer-Encoding: chunked'], chunked(...(body.match(/.{1,1000}/g) ?? []))),
      ];
      for (const response of responses) expectError(response, 413, 'payload_too_large');
    });

    it('accepts chunks of one byte, chunk extensions and trailers', async () => {
      const body = '{"name":"Rex","categoryId":1}';
      expectAdded(await send(['Transfer-Encoding: chunked'], chunked(...body)));
      expectAdded(await send(['Transfer-Encoding: Chunked'], `1d;a=b\r\n${body}\r\n0\r\nX-Trailer: 1\r\n\r\n`));
    });

    it('does not wait for the end of a chunked body that is too long', async () => {
      const connection = await api.connect();
      const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
      connection.send(rawRequest('POST /v1/pets HTTP/1.1', head('Transfer-Encoding: chunked'), chunk.repeat(3)));
      expectError(await connection.readResponse(addPet), 413, 'payload_too_large');
    });

    it.each(['65537', '100000000', '2147483648', '4294967301', '9007199254740993'])(
      'refuses Content-Length: %s without waiting for the body',
      async (length) => {
        const response = await send([`Content-Length: ${length}`], '{"name":"Rex","categoryId":1}');
        expectError(response, 413, 'payload_too_large');
      },
    );

    it('refuses an empty body and no body at all', async () => {
      expectError(await send(['Content-Length: 0'], ''), 400, 'invalid_request');
      expectError(await send([], ''), 400, 'invalid_request');
      expectError(await send(['Transfer-Encoding: chunked'], chunked()), 400, 'invalid_request');
    });

    it('reads a body that arrives byte by byte', async () => {
      const connection = await api.connect();
      const body = '{"name":"Zo\u00c3\u00ab","categoryId":9007199254740993}';
      const request = rawRequest('POST /v1/pets HTTP/1.1', head(contentLength(body)), body);
      for (const byte of request) {
        connection.send(byte);
        await new Promise(setImmediate);
      }
      const added = expectAdded(await connection.readResponse(addPet));
      expect(added.text).toBe(`{"id":${added.id},"name":"Zoë","categoryId":9007199254740993}`);
    });

    it('reads exactly Content-Length bytes', async () => {
      const connection = await api.connect();
      const body = '{"name":"Rex","categoryId":1}';
      const request = rawRequest('POST /v1/pets HTTP/1.1', head(contentLength(body)), body);
      connection.send(request + request);
      const ids = [
        expectAdded(await connection.readResponse(addPet)).id,
        expectAdded(await connection.readResponse(addPet)).id,
      ];
      expect(new Set(ids).size).toBe(2);
    });

    it('ignores the body of a GET, and reads the next request correctly', async () => {
      const connection = await api.connect();
      const body = 'GET /v1/nothing HTTP/1.1\r\nHost: x\r\n\r\n';
      const headers = ['Host: localhost', `Authorization: ${api.credentials()}`];
      connection.send(rawRequest('GET /v1/pets?limit=1 HTTP/1.1', [...headers, contentLength(body)], body));
      connection.send(rawRequest('GET /v1/pets/0 HTTP/1.1', headers));
      expect((await connection.readResponse()).status).toBe(200);
      const last = await connection.readResponse();
      expect([last.status, header(last, 'sunset')]).toEqual([404, 'Thu, 05 Dec 2030 00:00:00 GMT']);
    });
  });
};
