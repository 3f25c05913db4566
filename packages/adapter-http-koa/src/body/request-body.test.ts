import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createRequestBody } from './request-body.ts';

const awaiting = { expect: '100-continue' };

it.each<[string, Record<string, string>, unknown, { isAwaited: boolean; parsed: Buffer | undefined }]>([
  ['has no body', {}, undefined, { isAwaited: false, parsed: undefined }],
  ['has a body', { 'content-length': '2' }, undefined, { isAwaited: false, parsed: undefined }],
  ['waits for 100 Continue', { 'content-length': '2', ...awaiting }, undefined, { isAwaited: true, parsed: undefined }],
  ['waits with no body', awaiting, undefined, { isAwaited: true, parsed: undefined }],
  ['was read before', { 'content-length': '2', ...awaiting }, '{}', { isAwaited: false, parsed: Buffer.from('{}') }],
])('knows what a client that %s waits for', async (_, headers, rawBody, { isAwaited, parsed }) => {
  const req = Object.assign(new IncomingMessage(new Socket()), { headers, httpVersion: '1.1' });
  const body = createRequestBody(req, new ServerResponse(req), rawBody);
  expect({ isAwaited: body.isAwaited(), parsed: body.parsed }).toEqual({ isAwaited, parsed });
  void body.read(10);
  expect(body.isAwaited()).toBe(false);
});
