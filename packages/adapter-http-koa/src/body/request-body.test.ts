import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createRequestBody } from './request-body.ts';

it.each([
  ['has no body', {}, '{}', undefined],
  ['has a body', { 'content-length': '2' }, undefined, undefined],
  ['was read before', { 'content-length': '2' }, '{}', Buffer.from('{}')],
])('of a request that %s is what an outer application has read', (_, headers, rawBody, parsed) => {
  const req = Object.assign(new IncomingMessage(new Socket()), { headers, httpVersion: '1.1' });
  expect(createRequestBody(req, new ServerResponse(req), rawBody).parsed).toEqual(parsed);
});
