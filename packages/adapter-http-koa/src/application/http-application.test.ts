import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { respond } from '../response/respond.ts';
import { createHttpApplication, type Pipeline } from './http-application.ts';
import type { HttpContext } from './http-context.ts';

const bug = new Error('a bug');

const fail = (): never => {
  throw bug;
};

/** Handles one request. Returns its response, or that there was none, and the failure in the state afterwards. */
const send = async (pipeline: Partial<Pipeline>): Promise<readonly [response: unknown, failure: unknown]> => {
  const req = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/' });
  const res = new ServerResponse(req);
  const end = vi.spyOn(res, 'end');
  const failures: unknown[] = [];
  const afterClose = [({ state }: HttpContext): void => void failures.push(state.failure)];
  // Koa's listener returns a promise, though its type does not say so.
  await (createHttpApplication({ steps: [], afterWork: [], ...pipeline, afterClose })(req, res) as unknown);
  expect(failures).toEqual([]);
  // A response that waits for its turn may be closed twice.
  for (let times = 0; times < 2; times += 1) res.emit('close');
  expect(failures.length).toBe(1);
  return [res.destroyed ? 'connection lost' : [res.statusCode, end.mock.lastCall?.[0]], failures[0]];
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
    const steps = [...waits, (ctx: HttpContext) => respond(ctx, 200, '')];
    expect(await send({ steps, afterWork: [fail] })).toEqual(['connection lost', bug]);
  });

  it('lose the connection when Node.js refuses the response', async () => {
    const steps = [(ctx: HttpContext) => respond(ctx, 99, '')];
    expect(await send({ steps })).toEqual(['connection lost', expect.any(RangeError)]);
  });
});
