import type { Client, Timed } from '@animal-store/testkit/http';
import { BSON, describeOnMongodb, type Stored } from '@animal-store/testkit/mongodb';
import { putKey, type RunningService, requestLines, startOnMongodb } from '@animal-store/testkit/service';
import { beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { clientOf } from '../checked.ts';
import { statusesOf } from './run-all-operations.ts';

const { Double, Int32, Long } = BSON;

describeOnMongodb('A document that the service has not written', (database) => {
  const pets = database.collection('pets');
  const put = (document: Stored): Promise<unknown> => pets.insertOne(document, { bypassDocumentValidation: true });

  const start = async (test: TestContext): Promise<{ readonly service: RunningService; readonly client: Client }> => {
    const service = await startOnMongodb({ uri: database.uri, apiKey: await putKey(database) });
    test.onTestFinished(() => service.process.kill('SIGKILL'));
    return { service, client: clientOf(test, service) };
  };

  beforeEach(() => pets.deleteMany({}));

  it('is read correctly if its integers are short or doubles', async (test) => {
    const { client } = await start(test);
    await put({ _id: new Int32(7), name: 'short', categoryId: new Int32(-5), status: 'sold' });
    await put({ _id: new Double(8), name: 'double', categoryId: new Double(2 ** 53 - 1) });
    await put({ _id: Long.fromNumber(9), name: 'long', categoryId: Long.MIN_VALUE, colour: 'red' });
    const texts = [
      '{"id":7,"name":"short","categoryId":-5,"status":"sold"}',
      '{"id":8,"name":"double","categoryId":9007199254740991}',
      '{"id":9,"name":"long","categoryId":-9223372036854775808}',
    ];
    expect((await client.get('/v1/pets')).text).toBe(`[${texts.join()}]`);
    expect((await client.get('/v1/pets?status=sold')).text).toBe(`[${texts[0]}]`);
    const found = await Promise.all([7, 8, 9].map((id) => client.get(`/v1/pets/${id}`)));
    expect(found.map(({ text }) => text)).toEqual(texts);
  });

  describe('and that is invalid', () => {
    const listAll = async (client: Client): Promise<readonly Timed[]> => {
      const pages = [await client.get('/v1/pets?limit=3')];
      for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) pages.push(await client.get(next));
      return pages;
    };

    it('causes a 500 only on its own page, and a log line that names it', async (test) => {
      const { service, client } = await start(test);
      for (let id = 1; id <= 10; id++) {
        await put({ _id: Long.fromNumber(id), name: `animal ${id}`, categoryId: Long.ONE });
      }
      const before = await listAll(client);
      expect(before.map(({ text }) => text.match(/"id"/g)?.length)).toEqual([3, 3, 3, 1]);
      const targets = ['/v1/pets?limit=3', ...before.slice(0, -1).map(({ next }) => next ?? '')];

      const broken: Stored = { _id: Long.fromNumber(5), name: 'animal 5', categoryId: 's3cret' };
      await pets.replaceOne({ name: 'animal 5' }, broken, { bypassDocumentValidation: true });
      const after = await Promise.all(targets.map((target) => client.get(target)));
      expect(statusesOf(after)).toEqual([200, 500, 200, 200]);
      expect(after.map(({ text }, page) => page === 1 || text === before[page]?.text)).toEqual(Array(4).fill(true));
      const got = await client.get('/v1/pets/5');
      expect(got.status).toBe(500);
      expect((await client.get('/v1/pets/6')).text).toBe('{"id":6,"name":"animal 6","categoryId":1}');
      expect((await client.add('another')).status).toBe(201);
      expect(await service.stop()).toBe(0);

      const lines = requestLines(service).filter(({ status }) => status === 500);
      const reason =
        'The document with the _id 5 in pets cannot be read: ' +
        'categoryId must be an integer between -9223372036854775808 and 9223372036854775807';
      expect(lines.map(({ level, err }) => [level, err?.message])).toEqual(Array(2).fill([50, reason]));
      expect(lines.map(({ requestId }) => requestId)).toEqual([after[1]?.requestId, got.requestId]);
      expect(service.process.stdout() + service.process.stderr()).not.toContain('s3cret');
    });

    it('causes a 500 as an API key too, while other keys work', async (test) => {
      const { service, client } = await start(test);
      const brokenKey = await putKey(database);
      const id = brokenKey.slice(4, 12);
      await database.collection('apiKeys').updateOne({ $expr: { $eq: ['$_id', id] } }, { $set: { created: 'today' } });
      const broken = clientOf(test, { ...service, apiKey: brokenKey });
      expect(statusesOf([await broken.get('/v1/pets'), await client.get('/v1/pets')])).toEqual([500, 200]);
      expect(await service.stop()).toBe(0);
      const [line] = requestLines(service).filter(({ status }) => status === 500);
      expect(line?.err?.message).toBe(
        `The document with the _id "${id}" in apiKeys cannot be read: created must be a date`,
      );
    });
  });
});
