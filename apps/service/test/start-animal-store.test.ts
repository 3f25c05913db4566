import type { RequestReport } from '@animal-store/adapter-http-koa';
import { expect, it, vi } from 'vitest';
import { type RunningAnimalStore, startAnimalStore } from '../src/start-animal-store.ts';

const bug = new Error('a bug');

vi.mock(import('@animal-store/adapter-memory'), async (importOriginal) => {
  const { createMemoryPetRepository, ...original } = await importOriginal();
  const find = () => () => Promise.reject(bug);
  return { ...original, createMemoryPetRepository: () => ({ ...createMemoryPetRepository(), find }) };
});

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

it.each([-1, 65_536, 1.5, Number.NaN, '80', null])('refuses the port %s', async (port) => {
  const refusal = new RangeError('port must be a whole number between 0 and 65535');
  await expect(startAnimalStore({ port: port as number })).rejects.toEqual(refusal);
});

it('prints the reason of a 500, or gives it to the report of each request', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const reports: RequestReport[] = [];
  for (const options of [{}, { report: (request: RequestReport) => void reports.push(request) }]) {
    const { baseUrl, apiKey, stop } = await startAnimalStore(options);
    const headers = { Authorization: `Bearer ${apiKey}` };
    expect((await fetch(`${baseUrl}/pets`, { headers })).status).toBe(200);
    expect((await fetch(`${baseUrl}/pets/1`, { headers })).status).toBe(500);
    await stop();
  }
  expect(printed.mock.calls).toEqual([[expect.stringContaining('Error: a bug')]]);
  expect(reports).toMatchObject([{ status: 200 }, { status: 500, route: '/v1/pets/{petId}', failure: bug }]);
});
