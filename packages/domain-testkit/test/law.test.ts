import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { law } from '../src/law.ts';

const failure = async (check: () => Promise<void>): Promise<unknown> =>
  law<null>('two is one', check)
    .check(async () => null)
    .then(
      () => 'no failure',
      (reason: unknown) => reason,
    );

describe('law', () => {
  it('returns its check the repositories it asks for', async () => {
    const seen: number[] = [];
    let made = 0;
    const fresh = async (): Promise<number> => ++made;
    await law<number>('counts', async (ask) => void seen.push(await ask(), await ask())).check(fresh);
    expect(seen).toEqual([1, 2]);
  });

  it('names itself when it is broken, and tells what was seen', async () => {
    const broken = await failure(async () => assert.deepEqual({ at: 2 }, { at: 1 }));
    expect(broken).toBeInstanceOf(assert.AssertionError);
    expect(broken).toMatchObject({ actual: { at: 2 }, expected: { at: 1 } });
    expect(String(broken)).toBe(
      'AssertionError [ERR_ASSERTION]: The law "two is one" is broken: Expected values to be strictly deep-equal:\n' +
        '+ actual - expected\n\n  {\n+   at: 2\n-   at: 1\n  }\n',
    );
  });

  it('names itself when the adapter throws', async () => {
    const cause = new TypeError('no such table');
    const broken = await failure(() => Promise.reject(cause));
    expect(broken).toMatchObject({ message: 'The law "two is one" is broken: no such table', cause });
  });

  it('names itself when the adapter throws what is no error', async () => {
    const broken = await failure(() => Promise.reject({ code: 7 }));
    expect(broken).toMatchObject({ message: 'The law "two is one" is broken: { code: 7 }', cause: { code: 7 } });
  });
});
