import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { jsonResponse } from './fake-fetch.ts';

const input = fileURLToPath(new URL('../src/index.ts', import.meta.url));

test('the whole package is one file that imports nothing, and runs with only the globals of a browser', async () => {
  const build = await rolldown({ input, platform: 'browser' });
  const { output } = await build.generate({ format: 'iife', minify: true, name: 'client' });
  await build.close();
  const [{ code, exports, imports, dynamicImports }, ...others] = output;
  expect({ exports: exports.toSorted(), imports, dynamicImports, others }).toEqual({
    exports: ['AnimalStoreError', 'createAnimalStoreClient', 'petStatuses'],
    imports: [],
    dynamicImports: [],
    others: [],
  });
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
