import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiKey } from './api-key.ts';
import { createCleanup } from './cleanup.ts';
import type { Contender } from './comparison.ts';
import { fill } from './fill.ts';
import { startLoadGenerator } from './load-generator.ts';
import { operationNames, operationsOn } from './operations.ts';
import { expectSameAnswers } from './same-answers.ts';
import { fastifyApp, listOfMany, nodeHttp, service } from './servers.ts';
import { type ServerProgram, startServer } from './start-server.ts';

const cleanup = createCleanup();
let judged: Contender;
let peers: readonly Contender[];
let few: Contender;
let ids: readonly number[];

const start = async (program: ServerProgram): Promise<Contender> => ({
  ...(await startServer(program, [], cleanup)),
  apiKey,
});

beforeAll(async () => {
  judged = await start(service({ API_KEY: apiKey }));
  peers = [await start(nodeHttp(apiKey)), await start(fastifyApp(apiKey))];
  few = await start(listOfMany(10));
  ids = await fill(judged);
  for (const peer of peers) await fill(peer);
}, 60_000);

afterAll(() => cleanup.run());

test.each(operationNames)('the peers answer %s as the service does', async (name) => {
  expect(ids.length).toBe(100);
  await expectSameAnswers([judged, ...peers], operationsOn(ids)[name]);
});

test('the server of many animals lists them as the service does', async () => {
  const many = await start(listOfMany(100));
  await expectSameAnswers([judged, many], operationsOn(ids).list);
  await expectSameAnswers([judged, many], operationsOn(ids).filter);
});

describe('a comparison is refused when', () => {
  test('one server answers something else', async () => {
    await expect(expectSameAnswers([judged, few], operationsOn(ids).list)).rejects.toThrow(
      'GET /v1/pets is answered differently\nservice: 200 [{"id":1,"name":"Animal 0","categoryId":1,"status":"available"},',
    );
  });

  test('one server answers with another status', async () => {
    const stranger = { ...judged, apiKey: 'wrong' };
    await expect(expectSameAnswers([judged, stranger], operationsOn(ids).list)).rejects.toThrow(
      'service answers GET /v1/pets with 401 {"code":"unauthorized",',
    );
  });
});

describe('the load generator', () => {
  test('counts answers in a measured time', async () => {
    const generate = startLoadGenerator([], cleanup);
    const { url, pid } = judged;
    const load = { url, pid, apiKey, operation: operationsOn(ids).list, connections: 2, seconds: 0.2 };
    const result = await generate(load);
    expect(result.answers).toBeGreaterThan(0);
    // A timer of Node.js counts whole milliseconds, and may fire up to one early.
    expect(result.seconds).toBeGreaterThan(0.199);
  });

  test('fails when answers have another status, however fast they are', async () => {
    const generate = startLoadGenerator([], cleanup);
    const { url, pid } = judged;
    const load = { url, pid, apiKey: 'wrong', operation: operationsOn(ids).list, connections: 2, seconds: 0.1 };
    await expect(generate(load)).rejects.toThrow(/^\d+ answers with status 401$/);
  });
});
