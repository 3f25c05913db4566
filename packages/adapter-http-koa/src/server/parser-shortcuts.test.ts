import { once } from 'node:events';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { cutOff, dropBody } from './parser-shortcuts.ts';

it.each([
  ['no parser', undefined],
  ['a parser that was taken away', null],
  ['another parser', {}],
])('cut off a connection with %s, and change nothing else', (_, parser) => {
  const socket: Socket = Object.assign(new Socket(), { parser });
  dropBody(socket);
  cutOff(socket);
  expect([socket.destroyed, Reflect.get(socket, 'parser')]).toEqual([true, parser]);
});

it('drop a body until the connection closes', async () => {
  class Parser {
    static readonly kOnBody = 3;
    readonly 3 = 'read the body';
  }
  const parser = new Parser();
  const socket: Socket = Object.assign(new Socket(), { parser });
  dropBody(socket);
  expect(parser).toEqual({ 3: null });
  socket.destroy();
  await once(socket, 'close');
  expect(parser).toEqual({ 3: 'read the body' });
});
