import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCleanup } from './cleanup.ts';
import { type Operation, operationNames, operationsOn } from './operations.ts';
import { runLoad } from './run-load.ts';
import { expectSameResponses } from './same-responses.ts';
import { type Prepared, scenes } from './scenes.ts';
import { type Contender, tiers } from './servers.ts';

const cleanup = createCleanup();
let prepared: Prepared;
let service: Contender;

const operation = (name: string): Operation => {
  const found = operationsOn(prepared.ids).find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no operation ${name}`);
  return found;
};

beforeAll(async () => {
  prepared = await scenes.memory.prepare(tiers, [], cleanup);
  service = prepared.contenders[0] as Contender;
}, 60_000);

afterAll(() => cleanup.run());

test.each(operationNames)('the peers respond to %s as the service does', async (name) => {
  expect(operation(name).requests.length).toBe(name === 'fetch' || name === 'create' ? 100 : 1);
  await expectSameResponses(prepared.contenders, operation(name));
});

describe('a comparison is refused if', () => {
  test('one server sends another body', async () => {
    const list = operation('list');
    const other = { ...service, url: `${service.url}/v1/pets?limit=1&unused=` };
    await expect(expectSameResponses([service, other], list)).rejects.toThrow(
      'Responses to GET /v1/pets differ\nservice (bare): [{"id":1,"name":"Animal 0","categoryId":9223372036854775807,"status":"available"},',
    );
  });

  test('responses under load have another status, however fast they are', async () => {
    await expect(runLoad({ ...service, apiKey: 'wrong' }, operation('list'), 2, 0.1)).rejects.toThrow(
      /^service \(bare\), list: \d+ responses with status 401$/,
    );
  });
});
