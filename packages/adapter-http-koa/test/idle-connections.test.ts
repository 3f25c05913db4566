import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { animal, chunk, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';
import { startApi } from './start-api.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const chunked = 'Transfer-Encoding: chunked';

it.each<readonly [string, number, readonly string[]]>([
  ['a request without a body', 200, [spell('GET /v1/pets', [withKey])]],
  ['a request with a body', 201, [spellPost(animal)]],
  ['a body that is not read', 401, [spell('POST /v1/pets', ['Content-Length: 5'], 'short')]],
  ['a body that is sent after the response', 401, [spell('POST /v1/pets', ['Content-Length: 5']), 'later']],
  ['chunks that are sent after the response', 401, [spell('POST /v1/pets', [chunked], chunk('x')), chunk('')]],
  ['a body without a route', 405, [spell('MKCALENDAR /v1/pets', jsonHeaders('Content-Length: 5')), 'later']],
])('an idle connection keeps nothing of %s', async (_, status, [bytes = '', ...later]) => {
  const kept: WeakRef<object>[] = [];
  const read: Promise<unknown>[] = [];
  const api = await startApi({
    around: (app) => {
      app.middleware.unshift((ctx, next) => {
        kept.push(new WeakRef(ctx.req), new WeakRef(ctx.res));
        read.push(once(ctx.res, 'close').then((): unknown => ctx.req.complete || once(ctx.req, 'close')));
        return next();
      });
      return app;
    },
  });
  const connection = await api.open();
  expect((await connection.request(bytes)).status).toBe(status);
  for (const part of later) await connection.send(part);
  await Promise.all(read);
  // A busy machine needs more turns until Node.js itself has let go of them.
  await vi.waitFor(async () => {
    await turn();
    collectGarbage();
    expect(kept.map((reference) => reference.deref() !== undefined)).toEqual([false, false]);
  }, 10_000);
});
