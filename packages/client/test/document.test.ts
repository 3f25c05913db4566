import { runToEnd } from '@animal-store/testkit/service';
import { expect, test } from 'vitest';
import { serviceErrorCodes } from '../src/animal-store-error.ts';

test('the codes are those of the OpenAPI document, whose examples have every code', async () => {
  const { stdout } = await runToEnd({ args: ['openapi'] });
  const codes = new Set();
  JSON.parse(stdout, (name, value) => {
    if (name === 'code' && typeof value === 'string') codes.add(value);
    return value;
  });
  expect(new Set(serviceErrorCodes)).toEqual(codes);
});
