import { describeOnMongodb } from '@animal-store/mongodb-testkit';
import { expect, it, type TestContext } from 'vitest';
import { addUntilAdded } from './mongodb/add-until-added.ts';
import { type Client, clientOf, type Timed } from './mongodb/client.ts';
import { putKey } from './mongodb/put-key.ts';
import { startOnMongodb } from './mongodb/start-on-mongodb.ts';
import { idIn, storedAnimals } from './mongodb/stored-animals.ts';
import type { RunningService } from './running-service.ts';

interface Instance {
  readonly service: RunningService;
  readonly client: Client;
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describeOnMongodb('Several instances on one MongoDB', (database) => {
  const start = async (test: TestContext, count: number): Promise<readonly Instance[]> => {
    const apiKey = await putKey(database);
    return Promise.all(
      range(count).map(async () => {
        const service = await startOnMongodb({ uri: database.uri, apiKey });
        test.onTestFinished(() => service.process.kill('SIGKILL'));
        return { service, client: clientOf(test, service) };
      }),
    );
  };

  it('add one animal for 100 requests at once under one Idempotency-Key', { timeout: 60_000 }, async (test) => {
    const instances = await start(test, 2);
    const answers = await Promise.all(
      range(50).flatMap(() => instances.map(({ client }) => client.add('shared', 'one-key'))),
    );
    const [id, ...more] = (await storedAnimals(database)).get('shared') ?? [];
    expect(more).toEqual([]);
    const text = `{"id":${id},"name":"shared","categoryId":1}`;
    expect(answers.map(({ status, text }) => ({ status, text }))).toEqual(Array(100).fill({ status: 201, text }));
  });

  it('add one animal a key though one of them is killed in the middle', { timeout: 60_000 }, async (test) => {
    const [doomed, other] = await start(test, 2);
    if (doomed === undefined || other === undefined) throw new Error('There are no instances');
    const names = range(400).map((index) => `killed-${index}`);
    let answered = 0;
    const first = await Promise.all(
      names.map(async (name): Promise<Timed | undefined> => {
        try {
          const answer = await doomed.client.add(name, name);
          if (answer.status === 201) answered += 1;
          if (answered === 100) doomed.service.process.kill('SIGKILL');
          return answer;
        } catch {
          return undefined; // The connection went with the process.
        }
      }),
    );
    const acknowledged = first.filter((answer) => answer?.status === 201);
    expect(acknowledged.length).toBeGreaterThanOrEqual(100);
    expect(acknowledged.length).toBeLessThan(names.length);

    const texts = await Promise.all(names.map((name) => addUntilAdded(other.client, name)));
    // Whoever had an animal before has the same one now.
    expect(first.map((answer, index) => (answer?.status === 201 ? answer.text : texts[index]))).toEqual(texts);
    const stored = await storedAnimals(database);
    expect(names.map((name) => stored.get(name))).toEqual(texts.map((text) => [idIn(text)]));
    expect(await other.service.stop()).toBe(0);
  });

  it('give every animal an id of its own', { timeout: 60_000 }, async (test) => {
    const instances = await start(test, 4);
    const texts = await Promise.all(
      range(250).flatMap((index) => instances.map(({ client }, of) => addUntilAdded(client, `own-${of}-${index}`))),
    );
    expect(new Set(texts.map(idIn)).size).toBe(1_000);
    const stored = await storedAnimals(database);
    expect([...stored].filter(([name]) => name.startsWith('own-')).map(([, ids]) => ids.length)).toEqual(
      Array(1_000).fill(1),
    );
  });
});
