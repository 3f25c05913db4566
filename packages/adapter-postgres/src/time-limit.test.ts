import { expect, it } from 'vitest';
import { connectPostgres } from './index.ts';

it.each([0, Number.NaN, 2 ** 31])('refuses the time limit %d before it connects', async (operationTimeoutMS) => {
  await expect(connectPostgres('postgresql://127.0.0.1:1/animals', { operationTimeoutMS })()).rejects.toThrow(
    /^operationTimeoutMS must be at (?:least 1|most 2147483647), not/,
  );
});
