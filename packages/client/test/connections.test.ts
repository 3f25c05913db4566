import { createServer, type RequestListener } from 'node:http';
import { startServer } from '@animal-store/testkit/start-server';
import { expect, test } from 'vitest';
import { createAnimalStoreClient } from '../src/index.ts';

/** A client of a server that handles its requests by these listeners in turn, and the idempotency keys that arrived. */
const clientOf = async (...listeners: readonly RequestListener[]) => {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']?.toString());
    listeners[keys.length - 1]?.(request, response);
  });
  const baseUrl = `http://127.0.0.1:${await startServer(server)}/v1`;
  return { client: createAnimalStoreClient({ baseUrl, apiKey: 'ask_key' }), keys };
};

test('a call survives connections that are cut, and responses of a proxy', async () => {
  const pet = '{"id":9007199254740993,"name":"Rex","categoryId":1}';
  const { client, keys } = await clientOf(
    ({ socket }) => socket.resetAndDestroy(),
    ({ socket }, response) => {
      response.writeHead(201, { 'Content-Length': pet.length }).write(pet.slice(0, 9), () => socket.resetAndDestroy());
    },
    (_, response) => response.writeHead(502).end('<!doctype html>'),
    (_, response) => response.writeHead(201).end(pet),
  );
  expect(await client.addPet({ name: 'Rex', categoryId: 1 })).toMatchObject({ id: 9_007_199_254_740_993n });
  expect(keys).toEqual(Array(4).fill(keys[0]));
  expect(keys[0]).toMatch(/^"[!-~]+"$/);
});

test('the time limit of an attempt includes the body', async () => {
  const { client } = await clientOf((_, response) => response.writeHead(200).write('['));
  const failed = client.listPets({}, { attemptTimeout: 200, retries: 0 });
  await expect(failed).rejects.toMatchObject({ code: 'timed_out' });
});
