import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { maxBodyBytes } from '../src/message/limits.ts';
import { animal, chunk, errorBody, jsonHeaders, spell, spellPost } from './spell-request.ts';
import { startConnected } from './start-api.ts';

const tooLarge = errorBody('payload_too_large', 'the body must not exceed 65536 bytes', 413);
const block = 'x'.repeat(16_384);

const animalOf = (bytes: number): string => `{"x":"${'x'.repeat(bytes - 8 - animal.length)}",${animal.slice(1)}`;

describe('a body that is too large', () => {
  const chunked = 'Transfer-Encoding: chunked';

  it.each([
    ['gets 413', jsonHeaders('Content-Length: 1048576'), block, 64, 413, ''],
    ['gets 401 without a key', ['Content-Length: 1048576'], block, 64, 401, ''],
    ['gets 413 if its chunks do not end', jsonHeaders(chunked), chunk(block), 512, 413, chunk('')],
  ])('%s, which can be read afterwards, and the connection goes on', async (_, headers, part, times, status, end) => {
    const { api, connection } = await startConnected();
    await connection.send(spell('POST /v1/pets', headers));
    for (let sent = 0; sent < times; sent += 1) await connection.send(part);
    const refused = await connection.readResponse();
    expect(refused.status).toBe(status);
    if (status === 413) expect(refused.body).toBe(tooLarge);
    expect((await connection.request(end + spellPost(animal))).status).toBe(201);
    expect((await api.reports(2)).map((report) => report.status)).toEqual([status, 201]);
  });

  it('is refused with a response that can be read while the body is still being sent', async () => {
    const { connection } = await startConnected();
    const refused = await connection.request(spell('POST /v1/pets', jsonHeaders('Content-Length: 1048576')));
    expect(refused.body).toBe(tooLarge);
    expect((await connection.request('x'.repeat(1_048_576) + spellPost(animal))).status).toBe(201);
  });
});

it('refuses a compressed body that is too large and cut off, and keeps serving', async () => {
  const { connection } = await startConnected();
  const cut = gzipSync(animalOf(2 * maxBodyBytes))
    .subarray(0, -5)
    .toString('latin1');
  // More bodies than are decompressed at a time, so that each must free its slot for the next.
  for (let sent = 0; sent < 5; sent += 1) {
    expect((await connection.request(spellPost(cut, 'Content-Encoding: gzip'))).body).toBe(tooLarge);
  }
  const corrupt = gzipSync(animal).subarray(0, -5).toString('latin1');
  expect((await connection.request(spellPost(corrupt, 'Content-Encoding: gzip'))).status).toBe(400);
  const packed = gzipSync(animal).toString('latin1');
  expect((await connection.request(spellPost(packed, 'Content-Encoding: gzip'))).status).toBe(201);
});

it('accepts a body as large as the limit, even if compression enlarges it', async () => {
  const { connection } = await startConnected();
  expect((await connection.request(spellPost(animalOf(maxBodyBytes)))).status).toBe(201);
  const stored = gzipSync(animalOf(maxBodyBytes), { level: 0 }).toString('latin1');
  expect((await connection.request(spellPost(stored, 'Content-Encoding: gzip'))).status).toBe(201);
});
