import { setImmediate } from 'node:timers/promises';
import { either as E } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import { apiRequest } from '../../test/api-request.ts';
import { errors } from '../message/errors.ts';
import type { JsonBody } from './json-body.ts';
import { createJsonBodyReader } from './read-json-body.ts';

const change: JsonBody<object> = {
  mediaType: 'application/merge-patch+json',
  fieldNames: ['size'],
  decode: () => E.right({}),
};

const slot = { spent: () => undefined, hold: () => undefined, free: () => undefined };

const read = (contentType: string): Promise<E.Either<unknown, unknown>> =>
  createJsonBodyReader()(
    apiRequest('PATCH /v1/pets/1', { body: '{"size":9007199254740993}', headers: { 'content-type': contentType } }),
    slot,
    change,
  );

it('reads the fields of an operation, in its media type, exactly', async () => {
  expect(await read('application/merge-patch+json; charset=UTF-8')).toEqual(E.right({ size: 9007199254740993n }));
});

it('refuses the media type of another operation', async () => {
  expect(await read('application/json')).toEqual(E.left(errors.otherMediaType.of('application/merge-patch+json')));
});

it('decompresses four bodies at a time', async () => {
  const running: (() => void)[] = [];
  const readJson = createJsonBodyReader((packed) => new Promise((resolve) => running.push(() => resolve(packed))));
  const headers = { 'content-type': change.mediaType, 'content-encoding': 'gzip' };
  const bodies = Array.from({ length: 5 }, () =>
    readJson(apiRequest('PATCH /v1/pets/1', { body: '{}', headers }), slot, change),
  );
  await setImmediate();
  expect(running.length).toBe(4);
  running[0]?.();
  expect(await bodies[0]).toEqual(E.right({}));
  expect(running.length).toBe(5);
});

it.each([
  [{ 'content-length': '100' }, 400],
  [{ 'content-length': '100', 'content-encoding': 'Identity' }, 400],
  [{ 'content-length': '100', 'content-encoding': 'gzip' }, 262_144],
  [{ 'content-length': '65537' }, 262_144],
  [{}, 262_144],
])('counts 4 bytes for each byte that a body with the headers %j can have', async (headers, cost) => {
  const hold = vi.fn();
  await createJsonBodyReader()(apiRequest('PATCH /v1/pets/1', { headers }), { ...slot, hold }, change);
  expect(hold.mock.calls).toEqual([[cost]]);
});
