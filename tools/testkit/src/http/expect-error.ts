import { expect } from 'vitest';
import { type Answer, text } from './answer.ts';

/** Asserts the status and the code of an error; gives its message. */
export const expectError = (answer: Answer, status: number, code: string): string => {
  const error = JSON.parse(text(answer)) as { readonly code: string; readonly message: string };
  expect({ status: answer.status, code: error.code }, text(answer)).toEqual({ status, code });
  return error.message;
};
