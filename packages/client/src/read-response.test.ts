import { describe, expect, test, vi } from 'vitest';
import { failureOf, rejection } from '../test/rejection.ts';
import { serviceErrorCodes } from './animal-store-error.ts';
import { readResponse } from './read-response.ts';
import type { ApiRequest } from './send-with-retries.ts';

const request: ApiRequest = {
  operation: 'addPet',
  method: 'POST',
  url: 'https://animals.example/v1/pets',
  idempotencyKey: 'order-17',
};

const read = async (status: number, text: string, headers: Record<string, string> = {}): Promise<unknown> =>
  readResponse(request, { status, headers: new Headers(headers), text }, 201, (json) => json);

test('an expected response is read from exact JSON', async () => {
  expect(await read(201, '9007199254740993')).toEqual(9007199254740993n);
});

describe('an error of the service', () => {
  test('keeps all details', async () => {
    const json = '{"code":"rate_limited","message":"too many requests","status":429}';
    const error = await rejection(read(429, json));
    expect(error).toHaveProperty('name', 'AnimalStoreError');
    expect(error).not.toHaveProperty('cause');
    expect(await failureOf(read(429, json, { 'X-Request-Id': 'r-1', 'Retry-After': '7' }))).toEqual({
      code: 'rate_limited',
      serviceCode: 'rate_limited',
      message: 'too many requests',
      status: 429,
      requestId: 'r-1',
      retryAfter: 7000,
      idempotencyKey: 'order-17',
    });
  });

  test.each(serviceErrorCodes)('is %s', async (code) => {
    const json = JSON.stringify({ code, message: 'no', status: 400 });
    expect(await failureOf(read(400, json))).toMatchObject({ code, serviceCode: code });
  });

  test.each([
    ['0', 0],
    ['Sun, 08 Nov 2026 12:00:30 GMT', 30_000],
    ['Sun, 08 Nov 2026 11:00:00 GMT', 0],
    ['7s', undefined],
    ['x7', undefined],
    ['', undefined],
  ])('with Retry-After %j has the milliseconds %s', async (header, retryAfter) => {
    vi.useFakeTimers({ now: new Date('2026-11-08T12:00:00Z'), toFake: ['Date'] });
    const json = '{"code":"rate_limited","message":"too many requests","status":429}';
    expect(await failureOf(read(429, json, { 'Retry-After': header }))).toMatchObject({ retryAfter });
    vi.useRealTimers();
  });

  test('keeps a code that a later service has added', async () => {
    expect(await failureOf(read(418, '{"code":"teapot","message":"short and stout","status":418,"more":1}'))).toEqual({
      code: 'unrecognized',
      serviceCode: 'teapot',
      message: 'short and stout',
      status: 418,
      idempotencyKey: 'order-17',
    });
  });
});

describe('an unexpected response', () => {
  const notAnError = 'it is not an error of the animal store';
  const redirect = 'it is a redirect, which is never followed';
  test.each([
    [404, '{"code":1,"message":"none","status":404}', notAnError],
    [404, '{"code":"not_found","status":404}', notAnError],
    [404, '{"code":"not_found","message":"none","status":410}', notAnError],
    [400, 'null', notAnError],
    [299, '[]', notAnError],
    [200, '[]', notAnError],
    [300, '', redirect],
    [399, '', redirect],
    [0, '', redirect],
  ])('%d %s', async (status, text, reason) => {
    expect(await failureOf(read(status, text, { 'X-Request-Id': 'r-1' }))).toEqual({
      code: 'unexpected_response',
      message: `unexpected response to POST https://animals.example/v1/pets, status ${status}: ${reason}`,
      status,
      requestId: 'r-1',
      idempotencyKey: 'order-17',
    });
  });

  test.each([201, 502])('of status %d that is not JSON keeps the message of the parser', async (status) => {
    const error = await rejection(read(status, '<!doctype html>'));
    expect(error).toMatchObject({
      code: 'unexpected_response',
      status,
      message: expect.stringMatching(/^unexpected response to POST \S+, status \d+: .*not valid JSON$/),
      cause: expect.any(SyntaxError),
    });
  });

  test('that is too deep to be read', async () => {
    const error = await rejection(read(201, `${'['.repeat(100_000)}${']'.repeat(100_000)}`));
    expect(error).toMatchObject({ code: 'unexpected_response', cause: expect.any(RangeError) });
  });
});
