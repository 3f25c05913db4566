import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { type OutputChunk, rolldown } from 'rolldown';
import { beforeAll, describe, expect, test } from 'vitest';
import { jsonResponse } from './fake-fetch.ts';

const input = fileURLToPath(new URL('../src/index.ts', import.meta.url));

const bundle = async (format: 'esm' | 'iife'): Promise<OutputChunk> => {
  const build = await rolldown({ input, platform: 'browser' });
  const { output } = await build.generate({ format, minify: true, ...(format === 'iife' && { name: 'client' }) });
  await build.close();
  const [chunk, ...others] = output;
  expect(others).toEqual([]);
  return chunk;
};

describe('the whole package in one file', () => {
  let chunk: OutputChunk;

  beforeAll(async () => {
    chunk = await bundle('esm');
  });

  test('exports what is documented, and imports nothing', () => {
    const { exports, imports, dynamicImports } = chunk;
    expect({ exports: exports.toSorted(), imports, dynamicImports }).toEqual({
      exports: ['AnimalStoreError', 'createAnimalStoreClient', 'petStatuses'],
      imports: [],
      dynamicImports: [],
    });
  });
});

test('it runs where there is nothing but the globals of a browser', async () => {
  const { code } = await bundle('iife');
  const rex = '{"id":9007199254740993,"name":"Rex","categoryId":1}';
  const window = {
    AbortController,
    Headers,
    URL,
    URLSearchParams,
    clearTimeout,
    crypto,
    fetch: async (_url: string, { method }: RequestInit) =>
      method === 'GET' ? jsonResponse(200, `[${rex}]`) : jsonResponse(201, rex),
    location: { href: 'https://animals.example/shop' },
    performance,
    setTimeout,
  };
  const use = `(async () => {
    const store = client.createAnimalStoreClient({ baseUrl: '/v1', apiKey: 'ask_key' });
    const ids = [(await store.addPet({ name: 'Rex', categoryId: 1 })).id];
    for await (const { id } of store.pets()) ids.push(id);
    return ids.join();
  })()`;
  expect(await runInContext(`${code};${use}`, createContext(window))).toBe('9007199254740993,9007199254740993');
});
