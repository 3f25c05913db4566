import { Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { isAuthenticated, markAuthenticated, onAuthenticated } from './authenticated-sockets.ts';

it('marks a connection, and calls its listener once if it has one', () => {
  const [heard, unheard, unmarked] = [new Socket(), new Socket(), new Socket()];
  const listener = vi.fn();
  onAuthenticated(heard, listener);
  for (const socket of [heard, heard, unheard]) markAuthenticated(socket);
  expect([heard, unheard, unmarked].map(isAuthenticated)).toEqual([true, true, false]);
  expect(listener).toHaveBeenCalledTimes(1);
});
