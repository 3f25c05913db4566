import { Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { markAuthenticated, onAuthenticated } from './authenticated-sockets.ts';

it('marks a connection, and calls its listener once if it has one', () => {
  const [heard, unheard] = [new Socket(), new Socket()];
  const listener = vi.fn();
  onAuthenticated(heard, listener);
  markAuthenticated(unheard);
  expect(listener).not.toHaveBeenCalled();
  for (const socket of [heard, heard]) markAuthenticated(socket);
  expect(listener).toHaveBeenCalledTimes(1);
});
