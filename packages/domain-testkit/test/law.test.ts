import assert from 'node:assert/strict';
import { expect, it, onTestFinished, vi } from 'vitest';
import { law } from '../src/core/law.ts';

const failure = async (check: () => Promise<void>): Promise<Error> => {
  try {
    await law<null>('two is one', check).check(async () => null);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('the law holds');
};

it('names itself when it is broken, and shows the difference once', async () => {
  const broken = await failure(async () => assert.deepEqual({ at: 2 }, { at: 1 }));
  expect(broken.message).toBe(
    'The law "two is one" is broken: Expected values to be strictly deep-equal:\n' +
      '+ actual - expected\n\n  {\n+   at: 2\n-   at: 1\n  }\n',
  );
  // From these, test runners would print the same again.
  expect(['cause', 'actual', 'expected'].filter((name) => name in broken)).toEqual([]);
});

it('leads to the code that threw', async () => {
  const noSuchTable = (): Error => new TypeError('no such table');
  const broken = await failure(async () => {
    throw noSuchTable();
  });
  expect(broken.message).toBe('The law "two is one" is broken: no such table');
  expect(broken.stack).toMatch(/^Error: The law "two is one" is broken: no such table\n +at noSuchTable /);
});

it('describes a thrown value that is not an error', async () => {
  expect((await failure(() => Promise.reject({ code: 7 }))).message).toBe(
    'The law "two is one" is broken: { code: 7 }',
  );
});

it('is short and can be printed, whatever was seen', async () => {
  const { message } = await failure(async () => assert.deepEqual({ name: '\0'.repeat(5_000) }, {}));
  expect(message.length).toBeLessThan(2_100);
  expect(message).not.toContain('\0');
});

it.each([
  [
    'an error event without a listener',
    () =>
      setImmediate(() => {
        throw new Error('connection lost');
      }),
  ],
  ['a rejection that nothing awaits', () => void Promise.reject(new Error('connection lost'))],
])('is broken by %s', async (_, lose) => {
  const runner = vi.fn();
  process.on('uncaughtException', runner);
  onTestFinished(() => void process.off('uncaughtException', runner));
  const broken = await failure(async () => {
    lose();
    await new Promise((resolve) => setTimeout(resolve, 10));
  });
  expect(broken.message).toBe(
    'The law "two is one" is broken: an error was thrown outside of every operation, which would end a service: ' +
      'connection lost. Listen to the "error" events of the driver, and catch the rejections of promises that no ' +
      'operation awaits',
  );
  expect(runner).not.toHaveBeenCalled();
  expect(process.rawListeners('uncaughtException')).toContain(runner);
});
