import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { maxBodyBytes } from '../src/message/request.ts';
import { animal, chunk, errorBody, jsonHeaders, spell, spellPost } from './spell-request.ts';
import { startConnected } from './start-api.ts';

const tooLarge = errorBody('payload_too_large', 'the body must not exceed 65536 bytes', 413);
const block = 'x'.repeat(16_384);
const inChunks = jsonHeaders('Transfer-Encoding: chunked');

it.each([
  ['with 413', jsonHeaders('Content-Length: 1048576'), block, 64, 413, ''],
  ['with 401 without a key', ['Content-Length: 1048576'], block, 64, 401, ''],
  ['with 413 if its chunks do not end', inChunks, chunk(block), 512, 413, chunk('')],
])('a body that is too large is refused %s while it is sent, and the connection goes on', async (...row) => {
  const [, headers, part, times, status, end] = row;
  const { api, connection } = await startConnected();
  await connection.send(spell('POST /v1/pets', headers));
  for (let sent = 0; sent < times; sent += 1) await connection.send(part);
  const refused = await connection.readResponse();
  expect(refused.status).toBe(status);
  if (status === 413) expect(refused.body).toBe(tooLarge);
  await connection.send(end);
  expect((await connection.request(spellPost(animal))).status).toBe(201);
  expect((await api.reports(2)).map((report) => report.status)).toEqual([status, 201]);
});

it('a compressed body that is too large and cut off is refused, and the process lives', async () => {
  const { connection } = await startConnected();
  const large = `{"x":"${'x'.repeat(2 * maxBodyBytes)}"}`;
  const cutOff = (text: string): string =>
    spellPost(gzipSync(text).subarray(0, -5).toString('latin1'), 'Content-Encoding: gzip');
  // More bodies than are decompressed at a time, so that each must free its slot for the next.
  for (let sent = 0; sent < 5; sent += 1) expect((await connection.request(cutOff(large))).body).toBe(tooLarge);
  expect((await connection.request(cutOff(animal))).status).toBe(400);
  expect((await connection.request(spellPost(animal))).status).toBe(201);
});
