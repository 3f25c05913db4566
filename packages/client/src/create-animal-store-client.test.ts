import { inspect } from 'node:util';
import { afterEach, expect, expectTypeOf, test, vi } from 'vitest';
import { calls } from '../test/calls.ts';
import { apiKey, fakeClient, jsonResponse } from '../test/fakes.ts';
import type { CallLimits, Fetch } from './animal-store-client.ts';
import { createAnimalStoreClient } from './create-animal-store-client.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const urlOfList = async (baseUrl: string | URL): Promise<string | undefined> => {
  const client = fakeClient([jsonResponse(200, '[]')], { baseUrl });
  await client.listPets();
  return client.sent[0]?.url;
};

test.each([
  ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
  ['https://Animals.Example:443/v1//', 'https://animals.example/v1'],
  [' https://animals.example/v1\n', 'https://animals.example/v1'],
  ['https://animals.example/gateway/animals/v1?', 'https://animals.example/gateway/animals/v1'],
  [new URL('https://animals.example'), 'https://animals.example'],
])('calls the API at %s', async (base, normalized) => {
  expect(await urlOfList(base)).toBe(`${normalized}/pets`);
});

test.each([
  ...['ftp://animals.example/v1', 'file:///v1', 'https://user@animals.example/v1'],
  ...['https://:secret@animals.example/v1', 'https://animals.example/v1?a=b', 'https://animals.example/v1#a'],
  ...['"https://animals.example/v1"', 'https://animals.example/v1"', 'https://animals.example/v1 /', 'v1', ''],
])('refuses the address %s', (base) => {
  expect(() => fakeClient([], { baseUrl: base })).toThrow(
    new TypeError('baseUrl must be an http or https URL without credentials, query, fragment, quotes and spaces'),
  );
});

test('takes a relative address from a page alone', async () => {
  vi.stubGlobal('location', { href: 'https://animals.example/shop/index.html?a#b' });
  expect(await urlOfList('/v1')).toBe('https://animals.example/v1/pets');
  for (const quote of ['"', "'"]) expect(() => fakeClient([], { baseUrl: `${quote}/v1${quote}` })).toThrow(TypeError);
});

test.each([
  ...['', ' ', 'ask_key\n', '\task_key', 'ask_key\r', 'ask key', 'ask_kéy', 'a\r\nb', '==', '"ask_key"', "'ask_key'"],
  ...[undefined, null, 7],
])('refuses %j for an API key', (key) => {
  expect(() => fakeClient([], { apiKey: key as string })).toThrow(
    new TypeError('apiKey must be an API key, without quotes, spaces and line breaks'),
  );
});

test('refuses a runtime that would round integers', () => {
  const { parse } = JSON;
  vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => parse(text, (name, value) => reviver?.(name, value)));
  expect(() => fakeClient([])).toThrow('this runtime rounds integers');
});

test('uses the global fetch of the moment', async () => {
  expectTypeOf(fetch).toExtend<Fetch>();
  const client = createAnimalStoreClient({ baseUrl: 'https://animals.example/v1', apiKey });
  vi.stubGlobal('fetch', async () => jsonResponse(200, '[]'));
  expect(await client.listPets()).toEqual({ pets: [] });
});

test('shows the API key in no error, and not in itself', async () => {
  const refused = jsonResponse(401, '{"code":"unauthorized","message":"no","status":401}');
  const client = fakeClient([refused, new Error('lost')], { retries: 0 });
  const errors = await Promise.allSettled([client.listPets(), client.listPets()]);
  expect(inspect([errors, client.pets], { depth: 9, showHidden: true })).not.toContain(apiKey);
});

// Without a response, a call takes the time of its attempts, and pauses of 100 ms, 200 ms and 400 ms between them.
test.each([
  [{}, {}, 30_000, 3],
  [{}, { timeout: 10_000 }, 10_000, 1],
  [{ timeout: 500 }, { timeout: undefined }, 500, 1],
  [{ timeout: 500 }, { timeout: 700 }, 700, 1],
  [{ attemptTimeout: 800 }, {}, 3_900, 4],
  [{ attemptTimeout: 800 }, { attemptTimeout: 600 }, 3_100, 4],
  [{ retries: 1 }, {}, 20_100, 2],
  [{ retries: 1 }, { retries: 0 }, 10_000, 1],
  [{ retries: 1 }, { retries: undefined }, 20_100, 2],
])('limits of a client with %j and a call with %j end it after %d ms and %d requests', async (...row) => {
  const [options, call, time, count] = row;
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const client = fakeClient(Array(9).fill('silence'), options);
  const start = performance.now();
  const failed = expect(client.listPets({}, call)).rejects.toMatchObject({ code: 'timed_out' });
  await vi.runAllTimersAsync();
  await failed;
  expect([performance.now() - start, client.sent.length]).toEqual([time, count]);
});

const times = [0, -1, 0.5, 2 ** 31, Number.POSITIVE_INFINITY, Number.NaN, '1000', null];
const counts = [-1, 1.5, 21, Number.POSITIVE_INFINITY, Number.NaN, '1', null];

test.each([
  ...[...times.map((value) => ({ timeout: value })), ...times.map((value) => ({ attemptTimeout: value }))].map(
    (limits) => [limits, 'must be a number of milliseconds from 1 to 2147483647'] as const,
  ),
  ...counts.map((value) => [{ retries: value }, 'must be an integer from 0 to 20'] as const),
])('refuses %j, of the client and of a call', async (limits, rule) => {
  const error = new RangeError(`${Object.keys(limits)[0]} ${rule}`);
  expect(() => fakeClient([], limits as CallLimits)).toThrow(error);
  const client = fakeClient([]);
  const options = limits as CallLimits;
  await expect(client.listPets({}, options)).rejects.toThrow(error);
  await expect(client.pages({}, options).next()).rejects.toThrow(error);
  expect(client.sent).toEqual([]);
});

test.each([
  ...[{ timeout: 1 }, { timeout: 2_147_483_647 }, { attemptTimeout: 1.5 }, { attemptTimeout: 2_147_483_647 }],
  ...[{ retries: 0 }, { retries: 20 }, { timeout: undefined, attemptTimeout: undefined, retries: undefined }],
])('accepts %j, of the client and of a call', async (limits) => {
  const client = fakeClient([jsonResponse(200, '[]')], limits);
  expect(await client.listPets({}, limits)).toEqual({ pets: [] });
});

test.each(calls)('onDeprecation is called if %s announces a removal, also by an error', async (operation, { call }) => {
  const notices: unknown[] = [];
  const sunset = { Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' };
  const none = jsonResponse(404, '{"code":"not_found","message":"none","status":404}', sunset);
  const client = fakeClient([none], { onDeprecation: (notice) => notices.push(notice) });
  await expect(call(client)).rejects.toThrow('none');
  expect(notices).toEqual([{ operation, sunset: new Date('2030-12-05T00:00:00Z') }]);
});

test('onDeprecation is called for a success, and may be absent', async () => {
  const list = () => jsonResponse(200, '[]', { Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' });
  const onDeprecation = vi.fn();
  expect(await fakeClient([list()], { onDeprecation }).listPets()).toEqual({ pets: [] });
  expect(onDeprecation).toHaveBeenCalledTimes(1);
  expect(await fakeClient([list()]).listPets()).toEqual({ pets: [] });
});
