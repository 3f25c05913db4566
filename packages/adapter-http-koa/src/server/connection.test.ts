import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createConnection } from './connection.ts';

it('knows what it has received, whether a request has only begun, and whether a response is unread', () => {
  const socket = new Socket();
  const connection = createConnection(socket, 1_000);
  const seen = () => [connection.received(), connection.isBegun(), connection.unanswered(), connection.isUnread()];
  expect(seen()).toEqual([0, false, 0, false]);
  Object.defineProperty(socket, 'bytesRead', { value: 7 });
  expect(seen()).toEqual([7, true, 0, false]);
  const req = new IncomingMessage(socket);
  const request = { req, res: new ServerResponse(req), isAccepted: false };
  connection.last = request;
  connection.open.push(request);
  expect(seen()).toEqual([7, false, 1, false]);
  request.res.end();
  expect(seen()).toEqual([7, false, 1, true]);
});
