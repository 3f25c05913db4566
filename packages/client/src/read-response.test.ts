import { assert, property, string, tuple, uniqueArray } from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type ErrorDetails, serviceErrorCodes } from './animal-store-error.ts';
import { parseExactJson, readDeprecation, readResponse } from './read-response.ts';
import type { ApiRequest } from './send-with-retries.ts';

const url = 'https://animals.example/v1/pets';
const request: ApiRequest = { operation: 'addPet', method: 'POST', url, idempotencyKey: 'order-17' };
const requestId = 'r-1';

const read = async (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> => {
  const all = new Headers({ 'X-Request-Id': requestId, ...headers });
  return readResponse(request, { status, headers: all, text }, 201, (json) => json);
};

/** What the error of a response has; a detail that is not here must be absent. */
const withDetails = (details: ErrorDetails & { readonly code: string; readonly message: unknown }) => {
  const absent = { serviceCode: undefined, retryAfter: undefined };
  return expect.objectContaining({
    name: 'AnimalStoreError',
    requestId,
    idempotencyKey: 'order-17',
    ...absent,
    ...details,
  });
};

test('an expected response is read from exact JSON', async () => {
  expect(await read(201, '9007199254740993')).toEqual(9007199254740993n);
});

test.each([...serviceErrorCodes, 'teapot'])('an error of the service: %s', async (serviceCode) => {
  const code = serviceCode === 'teapot' ? 'unrecognized' : serviceCode;
  const json = JSON.stringify({ code: serviceCode, message: 'no', status: 400, more: 1 });
  const error = await read(400, json).catch((reason: unknown) => reason);
  expect(error).toEqual(withDetails({ code, serviceCode, message: 'no', status: 400 }));
  // Node.js would print `[cause]: undefined`.
  expect(error).not.toHaveProperty('cause');
});

test.each([
  ['7', 7000],
  ['0', 0],
  ['999999999', 999_999_999_000],
  ['Sun, 08 Nov 2026 12:00:30 GMT', 30_000],
  ['Sunday, 08-Nov-26 12:00:30 GMT', 30_000],
  ['Sun Nov  8 12:00:30 2026', 30_000],
  ['Sun, 08 Nov 2026 11:00:00 GMT', 0],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ['Sun Nov  6 08:49:37 1994', 0],
  ...['soon', '', '-7', '+7', '7.5', '7s', 'x7', '7, 7', '1'.padEnd(31, '0'), 'in 2099', '2026-11-08T12:00:30Z'].map(
    (unreadable) => [unreadable, undefined] as const,
  ),
  ['Sun, 99 Nov 2026 12:00:30 GMT', undefined],
  ['Sun, 08 Nov 99999 12:00:30 GMT', undefined],
] as const)('Retry-After %j means %s milliseconds', async (header, retryAfter) => {
  // The zone is not that of HTTP dates.
  vi.stubEnv('TZ', 'America/New_York');
  vi.useFakeTimers({ now: new Date('2026-11-08T12:00:00Z'), toFake: ['Date'] });
  const json = '{"code":"rate_limited","message":"too many requests","status":429}';
  await expect(read(429, json, { 'Retry-After': header })).rejects.toMatchObject({ retryAfter });
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const notAnError = 'it is not an error of the animal store';
const redirect = 'it is a redirect, which is never followed';

test.each([
  [404, '{"code":1,"message":"none","status":404}', notAnError, TypeError],
  [404, '{"code":"not_found","status":404}', notAnError, TypeError],
  [404, '{"code":"not_found","message":"none","status":410}', notAnError, TypeError],
  [400, 'null', notAnError, TypeError],
  [299, '[]', notAnError, TypeError],
  [200, '[]', notAnError, TypeError],
  [300, '', redirect, TypeError],
  [399, '', redirect, TypeError],
  [0, '', redirect, TypeError],
  [201, '<!doctype html>', 'not valid JSON', SyntaxError],
  [502, '<!doctype html>', 'not valid JSON', SyntaxError],
  // It is too deep to be read.
  [201, `${'['.repeat(100_000)}${']'.repeat(100_000)}`, '', RangeError],
])('an unexpected response: $0 $1', async (status, text, reason, Cause) => {
  const begin = `unexpected response to POST https://animals.example/v1/pets, status ${status}: `;
  const message = expect.stringMatching(new RegExp(`^${begin}.*${reason}$`));
  await expect(read(status, text)).rejects.toEqual(
    withDetails({ code: 'unexpected_response', message, status, cause: expect.any(Cause) }),
  );
});

test.each<readonly [text: string, value: unknown]>([
  ['-0', 0n],
  ['-9223372036854775808', -9223372036854775808n],
  ['10000000000000000000', 1e19],
  ['1.0', 1],
  ['-1.5E-3', -0.0015],
  ['9'.repeat(100_000), Number.POSITIVE_INFINITY],
  ['"9007199254740993"', '9007199254740993'],
  ['"\\"9007199254740993"', '"9007199254740993'],
  ['["\\\\",9007199254740993]', ['\\', 9007199254740993n]],
  ['{"9007199254740993":9007199254740993}', { '9007199254740993': 9007199254740993n }],
  [' [1,[2,{"a":3,"b":[]}], -4 ]\n', [1n, [2n, { a: 3n, b: [] }], -4n]],
])('$0 is read exactly', (text, value) => {
  expect(parseExactJson(text)).toEqual(value);
});

test.each(['', '01', '[0,0,0,1-2]', '1.', '.5', '1e', '1n', '[1 2]', '{"a":1 2}', '-'])('%j is refused', (text) => {
  expect(() => parseExactJson(text)).toThrow(SyntaxError);
});

test('a __proto__ is a field like others', () => {
  const value = parseExactJson('{"__proto__":{"id":9007199254740993}}');
  expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toEqual({ id: 9007199254740993n });
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test('any texts may surround any int64', () => {
  const text = string({ unit: 'binary' });
  assert(
    property(uniqueArray(tuple(text, text), { selector: ([name]) => name }), (entries) => {
      const fields = entries.map(
        ([name, text]) => `${JSON.stringify(name)}:[${JSON.stringify(text)},${2n ** 62n + 1n}]`,
      );
      const value = Object.entries(parseExactJson(`{${fields}}`) as object);
      expect(new Map(value)).toEqual(new Map(entries.map(([name, text]) => [name, [text, 2n ** 62n + 1n]])));
    }),
  );
});

const deprecation = '@1764892800';
const sunset = 'Thu, 05 Dec 2030 00:00:00 GMT';
const link = '</v1/pets>; rel="successor-version"';

test.each([
  [
    { deprecation, sunset, link },
    {
      deprecated: new Date('2025-12-05T00:00:00Z'),
      sunset: new Date('2030-12-05T00:00:00Z'),
      successor: 'https://animals.example/v1/pets',
    },
  ],
  [{ deprecation: '@-1' }, { deprecated: new Date(-1000) }],
  [{ deprecation: 'x@1' }, {}],
  [{ deprecation: '@1.5' }, {}],
  [{ deprecation: '@9999999999999' }, {}],
  [{ deprecation: '@99999999999999999999' }, {}],
  [{ sunset }, { sunset: new Date('2030-12-05T00:00:00Z') }],
  [{ sunset: 'soon', link: '<https://evil.example/>; rel="successor-version"' }, {}],
  [{ link }, undefined],
])('the headers %j announce a removal', (headers, notice) => {
  const read = readDeprecation('getPet', 'https://animals.example/v1/pets/1', new Headers(Object.entries(headers)));
  expect(read).toStrictEqual(notice && { operation: 'getPet', ...notice });
});
