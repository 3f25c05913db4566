import { expect, it } from 'vitest';
import { animal, jsonHeaders, spell } from './spell-request.ts';
import { startConnected } from './start-api.ts';

const expecting = (body: string): string =>
  spell('POST /v1/pets', jsonHeaders(`Content-Length: ${body.length}`, 'Expect: 100-continue'));

it('gets 100 if the body is wanted, and the connection stays open', async () => {
  const { connection } = await startConnected();
  for (const [body, status] of [
    [animal, 201],
    ['{}', 400],
  ] as const) {
    expect(await connection.request(expecting(body))).toEqual({ status: 100, headers: {}, body: '' });
    await connection.send(body);
    expect(await connection.readResponse()).toMatchObject({ status, headers: { connection: 'keep-alive' } });
  }
});

it('has no effect in HTTP/1.0', async () => {
  const { connection } = await startConnected();
  await connection.send(expecting(animal).replace('/1.1', '/1.0') + animal);
  expect(await connection.readResponse()).toMatchObject({ status: 201, headers: { connection: 'close' } });
});
