import { expect, it } from 'vitest';
import { animal, jsonHeaders, spell } from './spell-request.ts';
import { startConnected } from './start-api.ts';

const expecting = (body: string): readonly string[] =>
  jsonHeaders(`Content-Length: ${body.length}`, 'Expect: 100-continue');

it.each([
  [animal, 201],
  ['{}', 400],
])('gets 100 if the body is wanted, and the connection stays open: %s %i', async (body, status) => {
  const { connection } = await startConnected();
  for (let times = 0; times < 2; times += 1) {
    const response = await connection.request(spell('POST /v1/pets', expecting(body)));
    expect(response).toEqual({ status: 100, headers: {}, body: '' });
    const { status: actual, headers } = await connection.request(body);
    expect([actual, headers['connection']]).toEqual([status, 'keep-alive']);
  }
});

it('has no effect in HTTP/1.0', async () => {
  const { connection } = await startConnected();
  await connection.send(spell('POST /v1/pets', expecting(animal)).replace('/1.1', '/1.0'));
  const response = await connection.request(animal);
  expect([response.status, response.headers['connection']]).toEqual([201, 'close']);
  expect(await connection.rest()).toBe('');
});
