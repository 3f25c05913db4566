import { expect } from 'vitest';
import { type HttpResponse, text } from './http-response.ts';

/** Asserts the status and the code of an error. Returns its message. */
export const expectError = (response: HttpResponse, status: number, code: string): string => {
  const error = JSON.parse(text(response)) as { readonly code: string; readonly message: string };
  expect({ status: response.status, code: error.code }, text(response)).toEqual({ status, code });
  return error.message;
};
