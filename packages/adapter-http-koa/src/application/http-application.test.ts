import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { respond } from '../response/respond.ts';
import { createHttpApplication, type Pipeline } from './http-application.ts';

const bug = new Error('a bug');

const fail = (): never => {
  throw bug;
};

/** Sends one request. Returns its response, or the error if there was none, and the failure in the state afterwards. */
const send = async (pipeline: Partial<Pipeline>): Promise<readonly [response: unknown, failure: unknown]> => {
  const { promise: closed, resolve } = Promise.withResolvers<unknown>();
  const whole = { steps: [], afterWork: [], afterClose: [], ...pipeline };
  const afterClose = [
    ...whole.afterClose,
    ({ state }: { readonly state: { readonly failure: unknown } }) => resolve(state.failure),
  ];
  const server = createServer(createHttpApplication({ ...whole, afterClose })).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const response = await fetch(url).then(
    async (got) => [got.status, await got.text()],
    () => 'connection lost',
  );
  return [response, await closed];
};

describe('the steps of a request', () => {
  it('run in order, whether they wait or not, until one responds', async () => {
    const seen: string[] = [];
    const [response] = await send({
      steps: [
        () => void seen.push('at once'),
        async () => {
          await setImmediate();
          seen.push('later');
        },
        (ctx) => respond(ctx, 200, seen.join(', ')),
        () => void seen.push('never'),
      ],
      afterWork: [() => void seen.push('after work')],
    });
    expect([response, seen]).toEqual([
      [200, 'at once, later'],
      ['at once', 'later', 'after work'],
    ]);
  });

  it.each([
    ['throws', [fail]],
    ['is rejected', [() => Promise.reject(bug)]],
    ['throws after one that waited', [() => Promise.resolve(), fail]],
  ])('end with a 500 when one %s', async (_, steps) => {
    const [response, failure] = await send({ steps });
    expect([response, failure]).toEqual([[500, expect.stringContaining('"internal_error"')], bug]);
  });

  it('end with a 500 when none responds', async () => {
    expect(await send({})).toEqual([[500, expect.anything()], new Error('No step has responded')]);
  });

  it.each([
    ['at once', []],
    ['later', [() => Promise.resolve()]],
  ])('lose the connection, instead of the client waiting, when the response cannot be written %s', async (_, waits) => {
    const steps = [...waits, (ctx: Parameters<typeof respond>[0]) => respond(ctx, 200, '')];
    expect(await send({ steps, afterWork: [fail] })).toEqual(['connection lost', bug]);
  });
});
