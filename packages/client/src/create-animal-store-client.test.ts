import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { apiKey, baseUrl, fakeClient } from '../test/fake-client.ts';
import { errorResponse, jsonResponse } from '../test/fake-fetch.ts';
import { failureOf, rejection } from '../test/rejection.ts';
import { createAnimalStoreClient } from './create-animal-store-client.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('createAnimalStoreClient', () => {
  test('sends nothing by itself', () => {
    expect(fakeClient([]).sent).toEqual([]);
  });

  test('refuses an address that it cannot use', () => {
    expect(() => fakeClient([], { baseUrl: 'ftp://animals.example' })).toThrow(TypeError);
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
  const unavailable = () => errorResponse(503, 'service_unavailable', 'later', { 'Retry-After': '0' });

  beforeEach(() => {
    vi.useFakeTimers();
  });

  /** The duration of a call without a response, in milliseconds, and the number of its requests. */
  const patience = async (options: object, callOptions: object): Promise<readonly [number, number]> => {
    const client = fakeClient(Array(9).fill('silence'), options);
    const start = performance.now();
    const failed = failureOf(client.listPets({}, callOptions));
    await vi.runAllTimersAsync();
    expect(await failed).toMatchObject({ code: 'timed_out' });
    return [Math.round(performance.now() - start), client.sent.length];
  };

  test.each([
    [{}, { timeout: 10_000 }, [10_000, 1]],
    [{ timeout: 500 }, {}, [500, 1]],
    [{ timeout: 500 }, { timeout: undefined }, [500, 1]],
    [{ timeout: 500 }, { timeout: 700 }, [700, 1]],
    [{ retries: 0 }, {}, [10_000, 1]],
    [{ attemptTimeout: 800, retries: 0 }, {}, [800, 1]],
    [{ attemptTimeout: 800, retries: 0 }, { attemptTimeout: 600 }, [600, 1]],
  ])('of a client with %j and a call with %j', async (options, callOptions, expected) => {
    expect(await patience(options, callOptions)).toEqual(expected);
  });

  test('by default are 10 s for an attempt and 30 s for the call', async () => {
    expect(await patience({}, {})).toEqual([30_000, 3]);
  });

  test.each([
    [{}, {}, 4],
    [{ retries: 1 }, {}, 2],
    [{ retries: 1 }, { retries: 2 }, 3],
    [{ retries: 1 }, { retries: undefined }, 2],
    [{}, { retries: 0 }, 1],
  ])('of retries: client %j, call %j', async (options, callOptions, attempts) => {
    const client = fakeClient(Array.from({ length: 9 }, unavailable), options);
    const failed = failureOf(client.listPets({}, callOptions));
    await vi.runAllTimersAsync();
    expect(await failed).toEqual({
      code: 'service_unavailable',
      serviceCode: 'service_unavailable',
      message: 'later',
      status: 503,
      retryAfter: 0,
    });
    expect(client.sent.length).toBe(attempts);
  });
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

  test('need not be there', async () => {
    expect(await fakeClient([jsonResponse(200, pet, sunset)]).getPet(1)).toEqual({
      id: 1n,
      name: 'Rex',
      categoryId: 1n,
    });
  });
});
