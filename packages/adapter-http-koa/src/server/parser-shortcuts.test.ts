import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { cutOff, dropBody } from './parser-shortcuts.ts';

it.each([
  ['no parser', undefined],
  ['a parser that was taken away', null],
  ['a parser of another kind', {}],
])('cut off a connection with %s, and change nothing else', (_, parser) => {
  const socket: Socket = Object.assign(new Socket(), { parser });
  dropBody(socket);
  cutOff(socket);
  expect([socket.destroyed, Object.keys(parser ?? {})]).toEqual([true, []]);
});
