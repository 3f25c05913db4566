import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { apiKey, baseUrl, fakeClient } from '../test/fake-client.ts';
import { errorResponse, fakeTime, jsonResponse } from '../test/fake-fetch.ts';
import { rejection } from '../test/rejection.ts';
import { createAnimalStoreClient } from './create-animal-store-client.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('createAnimalStoreClient', () => {
  test('sends nothing by itself', () => {
    expect(fakeClient([]).sent).toEqual([]);
  });

  test.each([
    ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
    ['https://Animals.Example:443/v1//', 'https://animals.example/v1'],
    ['https://animals.example/gateway/animals/v1?', 'https://animals.example/gateway/animals/v1'],
    [new URL('https://animals.example'), 'https://animals.example'],
  ])('calls the API at %s', async (base, normalized) => {
    const client = fakeClient([jsonResponse(200, '[]')], { baseUrl: base });
    await client.listPets();
    expect(client.sent[0]?.url).toBe(`${normalized}/pets`);
  });

  test.each([
    ...['ftp://animals.example/v1', 'file:///v1', 'https://user@animals.example/v1'],
    ...['https://:secret@animals.example/v1', 'https://animals.example/v1?a=b', 'https://animals.example/v1#a'],
  ])('refuses the address %s', (base) => {
    expect(() => fakeClient([], { baseUrl: base })).toThrow(
      new TypeError('baseUrl must be an http or https URL without credentials, query and fragment'),
    );
  });

  test('takes a relative address from a page alone', async () => {
    expect(() => fakeClient([], { baseUrl: '/v1' })).toThrow(TypeError);
    vi.stubGlobal('location', { href: 'https://animals.example/shop/index.html?a#b' });
    const client = fakeClient([jsonResponse(200, '[]')], { baseUrl: '/v1' });
    await client.listPets();
    expect(client.sent[0]?.url).toBe('https://animals.example/v1/pets');
  });

  test.each(['', ' ', 'ask_key\n', 'ask key', 'ask_kéy', 'a\r\nb', '=='])('refuses %j for an API key', (key) => {
    expect(() => fakeClient([], { apiKey: key })).toThrow(
      new TypeError('apiKey must be an API key, without spaces or line breaks'),
    );
  });

  test('uses the global fetch of the moment', async () => {
    const client = createAnimalStoreClient({ baseUrl, apiKey });
    const global = vi.fn(async () => jsonResponse(200, '[]'));
    vi.stubGlobal('fetch', global);
    expect(await client.listPets()).toEqual({ pets: [] });
    expect(global).toHaveBeenCalledTimes(1);
  });

  test('shows the API key in no error, and not in itself', async () => {
    const client = fakeClient([errorResponse(401, 'unauthorized', 'no'), new Error('lost')], { retries: 0 });
    const shown = [await rejection(client.listPets()), await rejection(client.listPets()), client.pets].map((value) =>
      inspect(value, { depth: 9, showHidden: true }),
    );
    expect(shown.join('\n')).not.toContain(apiKey);
  });
});

describe('limits', () => {
  beforeEach(() => {
    fakeTime();
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });

  // Without a response, a call takes the time of its attempts, and pauses of 100 ms, 200 ms and 400 ms between them.
  test.each([
    [{}, {}, 30_000, 3],
    [{}, { timeout: 10_000 }, 10_000, 1],
    [{ timeout: 500 }, {}, 500, 1],
    [{ timeout: 500 }, { timeout: undefined }, 500, 1],
    [{ timeout: 500 }, { timeout: 700 }, 700, 1],
    [{ attemptTimeout: 800 }, {}, 3_900, 4],
    [{ attemptTimeout: 800 }, { attemptTimeout: 600 }, 3_100, 4],
    [{ retries: 1 }, {}, 20_100, 2],
    [{ retries: 1 }, { retries: 0 }, 10_000, 1],
    [{ retries: 1 }, { retries: undefined }, 20_100, 2],
  ])(
    'of a client with %j and a call with %j end it after %d ms and %d requests',
    async (options, call, time, count) => {
      const client = fakeClient(Array(9).fill('silence'), options);
      const start = performance.now();
      const failed = rejection(client.listPets({}, call));
      await vi.runAllTimersAsync();
      expect(await failed).toMatchObject({ code: 'timed_out' });
      expect([performance.now() - start, client.sent.length]).toEqual([time, count]);
    },
  );
});

describe('onDeprecation', () => {
  const sunset = { Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' };
  const pet = '{"id":1,"name":"Rex","categoryId":1}';

  test('is called for every response that announces a removal, including errors', async () => {
    const notices: unknown[] = [];
    const client = fakeClient(
      [
        jsonResponse(200, pet),
        jsonResponse(200, '[]', sunset),
        jsonResponse(201, pet, sunset),
        errorResponse(404, 'not_found', 'none', sunset),
      ],
      { onDeprecation: (notice) => notices.push(notice) },
    );
    await client.getPet(1);
    await client.listPets();
    await client.addPet({ name: 'Rex', categoryId: 1 });
    await rejection(client.getPet(2));
    expect(notices).toEqual(
      ['listPets', 'addPet', 'getPet'].map((operation) => ({ operation, sunset: new Date('2030-12-05T00:00:00Z') })),
    );
  });

  test('may be absent', async () => {
    expect(await fakeClient([jsonResponse(200, pet, sunset)]).getPet(1)).toMatchObject({ id: 1n });
  });
});
