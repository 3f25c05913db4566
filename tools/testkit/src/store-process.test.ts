import { fork } from 'node:child_process';
import { expect, test } from 'vitest';
import { untilServing } from './store-process.ts';

test('a message to a process that was just killed is lost, and the channel ends', async () => {
  const child = fork('-e', ['process.on("message", () => {}); process.send("ready")']);
  const { channel, kill } = await untilServing(child);
  const killed = kill();
  // This thread waits, so it cannot read yet that the channel has ended.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  channel.send('too late');
  await expect(killed).resolves.toBeUndefined();
});
