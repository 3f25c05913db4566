import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createHttpApi } from '../src/index.ts';
import { fakePorts } from './fake-ports.ts';
import { openConnection } from './raw-connection.ts';
import { animal, spell, spellPost, withKey } from './spell-request.ts';

// By default Node.js keeps only the first line of these headers.
it.each([
  ['Authorization', 401, spell('GET /v1/pets', [withKey, withKey])],
  ['authorization, in two spellings', 401, spell('GET /v1/pets', [withKey, 'AUTHORIZATION: Bearer other'])],
  ['Host', 400, spell('GET /v1/pets', [withKey, 'Host: localhost'])],
  ['Content-Type', 415, spellPost(animal, 'Content-Type: text/plain')],
  ['Idempotency-Key', 400, spellPost(animal, 'Idempotency-Key: a', 'Idempotency-Key: a')],
])('a repeated %s is also refused by a plain Node.js server', async (_, status, request) => {
  const api = createHttpApi(
    fakePorts(() => undefined, {}),
    { base: '/v1', getPetAfterSunset: 'gone' },
  );
  const server = createServer(api).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const connection = await openConnection((server.address() as AddressInfo).port);
  expect((await connection.request(request)).status).toBe(status);
});
