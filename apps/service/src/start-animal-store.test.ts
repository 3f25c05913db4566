import { expect, it } from 'vitest';
import { type RunningAnimalStore, startAnimalStore } from './start-animal-store.ts';

const send = async ({ baseUrl }: RunningAnimalStore, apiKey: string, body?: string) => {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${baseUrl}/pets`, { headers, ...(body !== undefined && { method: 'POST', body }) });
  return [response.status, await response.text()];
};

it('serves animals of its own until it is stopped', async () => {
  const [one, other] = await Promise.all([startAnimalStore(), startAnimalStore({ port: 0 })]);
  const rex = '{"id":1,"name":"Rex","categoryId":9223372036854775807}';
  expect(await send(one, one.apiKey, '{"name":"Rex","categoryId":9223372036854775807}')).toEqual([201, rex]);
  expect(await send(one, one.apiKey)).toEqual([200, `[${rex}]`]);
  expect(await send(other, other.apiKey)).toEqual([200, '[]']);
  expect((await send(other, one.apiKey))[0]).toBe(401);
  expect((await fetch(`${one.url}/readyz`)).status).toBe(200);

  await Promise.all([one.stop(), other.stop()]);
  await expect(fetch(`${one.url}/livez`)).rejects.toThrow('fetch failed');
});

it('rejects with the error of the system if it cannot listen', async () => {
  const one = await startAnimalStore();
  await expect(startAnimalStore({ port: Number(new URL(one.url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await one.stop();
});
