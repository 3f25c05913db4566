import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import { expect, it } from 'vitest';
import { respond } from '../response/respond.ts';
import { createHttpMiddleware, type MountedPipeline } from './http-middleware.ts';

const run = async (pipeline: Partial<MountedPipeline>) => {
  const req = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/' });
  const errors: unknown[] = [];
  const app = new Koa().on('error', (error) => void errors.push(error));
  const ctx = app.createContext(req, new ServerResponse(req));
  const middleware = createHttpMiddleware({
    steps: [],
    afterWork: [],
    afterClose: [],
    serves: () => true,
    ...pipeline,
  });
  await middleware(ctx, () => Promise.reject(new Error('passed on')));
  return { ctx, errors };
};

it('runs its hooks after the steps and, once, after the response', async () => {
  const seen: string[] = [];
  const { ctx, errors } = await run({
    steps: [
      (inner) => {
        seen.push(`id "${inner.state.requestId}"`);
        respond(inner, 201, 'added');
      },
    ],
    afterWork: [({ state }) => void seen.push(`work done: ${state.isWorkDone}`)],
    afterClose: [() => void seen.push('closed')],
  });
  for (let times = 0; times < 2; times += 1) ctx.res.emit('close');
  expect(seen).toEqual(['id ""', 'work done: true', 'closed']);
  expect([ctx.status, ctx.body, errors]).toEqual([201, 'added', []]);
});

it('does not change a response that the server itself has sent', async () => {
  const { ctx, errors } = await run({
    steps: [
      (inner) => {
        inner.res.writeHead(400).end();
        respond(inner, 201, 'added');
      },
    ],
  });
  expect([ctx.status, ctx.body, errors]).toEqual([400, undefined, []]);
});

it('ends with a 500 and an error event when no step responds', async () => {
  const { ctx, errors } = await run({});
  expect([ctx.status, errors]).toEqual([500, [new Error('No step has responded')]]);
});
