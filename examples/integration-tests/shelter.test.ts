import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { connectMongo, type MongoStore } from '@animal-store/adapter-mongodb';
import { MongoDBContainer } from '@testcontainers/mongodb';
import { createShelter } from './create-shelter.ts';

// A new database on the server that MONGODB_TEST_URI names, else in a container.
const given = process.env['MONGODB_TEST_URI'];
const container = given === undefined ? await new MongoDBContainer('mongo:6.0.5').start() : undefined;
const uri = new URL(given ?? container?.getConnectionString() ?? '');
uri.pathname = `/test-${crypto.randomUUID()}`;
uri.searchParams.set('directConnection', 'true');
after(() => container?.stop());

interface Instance {
  readonly store: MongoStore;
  readonly server: Server;
  readonly send: (body?: string) => Promise<readonly [status: number, text: string]>;
}

const startInstance = async (): Promise<Instance> => {
  const connected = await connectMongo(uri.href)();
  assert.equal(connected._tag, 'Right');
  const store = connected.right;
  const server = createShelter(store.pets).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    store,
    server,
    send: async (body) => {
      const response = await fetch(url, body === undefined ? {} : { method: 'POST', body });
      return [response.status, await response.text()];
    },
  };
};

describe('a shelter on MongoDB', () => {
  let one: Instance;
  let other: Instance;

  before(async () => {
    [one, other] = await Promise.all([startInstance(), startInstance()]);
  });

  after(async () => {
    for (const { server, store } of [one, other]) {
      server.close();
      await store.close();
    }
  });

  it('returns from one instance exactly what another has added', async () => {
    const rex = '{"id":1,"name":"Rex","categoryId":9223372036854775807}';
    assert.deepEqual(await one.send('{"name":"Rex","categoryId":9223372036854775807}'), [201, rex]);
    assert.deepEqual(await other.send(), [200, rex]);
  });

  it('refuses an animal without a category', async () => {
    const missing = '[{"path":"categoryId","message":"is required"}]';
    assert.deepEqual(await one.send('{"name":"Rex"}'), [400, missing]);
  });

  it('says when the store is out of reach', async () => {
    await other.store.close();
    assert.deepEqual(await other.send(), [503, 'RepositoryUnavailable']);
  });
});
