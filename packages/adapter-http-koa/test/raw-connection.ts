import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Answer, parseAnswer } from './parse-answer.ts';

/** A TCP connection on which a test decides every byte; it goes with the test. */
export interface RawConnection {
  /** Sends bytes; resolves when they are handed over, or when nobody takes them any more. */
  readonly send: (bytes: string | Uint8Array) => Promise<unknown>;
  /** The next answer; rejects when the connection ends before it. */
  readonly answer: (method?: string) => Promise<Answer>;
  /** Waits for the end of the connection and gives what came after the last answer. */
  readonly rest: () => Promise<string>;
  /** Ends the own half. */
  readonly end: () => void;
  /** Drops the connection with a TCP reset. */
  readonly reset: () => void;
}

/** Opens a connection to a server on this machine; texts are Latin-1, a byte a character. */
export const openConnection = async (port: number): Promise<RawConnection> => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const changes = new EventEmitter();
  let received = '';
  let hasEnded = false;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    changes.emit('change');
  });
  for (const event of ['end', 'error', 'close']) {
    socket.on(event, () => {
      hasEnded = true;
      changes.emit('change');
    });
  }
  return {
    send: (bytes) => new Promise((resolve) => socket.write(bytes, 'latin1', resolve)),
    answer: async (method = 'GET') => {
      for (;;) {
        const parsed = parseAnswer(received, method);
        received = received.slice(parsed?.length ?? 0);
        if (parsed !== undefined) return parsed.answer;
        if (hasEnded) throw new Error(`The connection ended without an answer, after ${JSON.stringify(received)}`);
        await once(changes, 'change');
      }
    },
    rest: async () => {
      while (!hasEnded) await once(changes, 'change');
      return received;
    },
    end: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
  };
};
