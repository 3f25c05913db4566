import { expect, test } from 'vitest';
import { recognizeCode, serviceErrorCodes } from './error-code.ts';

test('a code that is known stays itself', () => {
  expect(serviceErrorCodes.map(recognizeCode)).toEqual(serviceErrorCodes);
});

// The last ones are not codes of the service.
test.each(['teapot', '', 'NOT_FOUND', 'toString', 'unrecognized', 'timed_out'])('%j is not recognized', (code) => {
  expect(recognizeCode(code)).toBe('unrecognized');
});
