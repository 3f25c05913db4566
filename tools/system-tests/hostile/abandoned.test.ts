import { listAll } from '@animal-store/testkit/animals';
import { contentLength, type RawConnection, rawRequest } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';
import { useHostileService } from './hostile-service.ts';

const animal = '{"name":"abandoned 3e9a","categoryId":1}';

/** Clients that disconnect in the middle of a request: it adds nothing, and other clients do not notice. */
const api = useHostileService();
const head = (...more: readonly string[]): readonly string[] => [
  'Host: localhost',
  `Authorization: ${api.credentials()}`,
  'Content-Type: application/json',
  ...more,
];
const whole = (): string => rawRequest('POST /v1/pets HTTP/1.1', head(contentLength(animal)), animal);
const nothingAdded = async (): Promise<void> => {
  const texts = (await listAll(api, '/v1/pets?limit=100')).map(({ text }) => text);
  expect(texts.join()).not.toContain('abandoned 3e9a');
};
/** A connection on which the service is reading the body, because it has sent 100 Continue. */
const inTheBody = async (part: string): Promise<RawConnection> => {
  const connection = await api.connect();
  connection.send(rawRequest('POST /v1/pets HTTP/1.1', head(contentLength(animal), 'Expect: 100-continue')));
  expect((await connection.readResponse({ method: 'POST' })).status).toBe(100);
  connection.send(part);
  return connection;
};

describe('abandoned connections', () => {
  it('adds nothing if the connection is dropped anywhere in the request', async () => {
    const bytes = whole();
    for (let length = 0; length < bytes.length; length += 7) {
      const connection = await api.connect();
      connection.send(bytes.slice(0, length));
      connection.destroy();
    }
    await nothingAdded();
  });

  it('adds nothing if the connection is dropped in the body', async () => {
    for (const part of ['', '{', animal.slice(0, -1)]) (await inTheBody(part)).destroy();
    await nothingAdded();
  });

  it('ends the connection of a client that has ended its half anywhere in the request', async () => {
    const bytes = whole();
    for (let length = 0; length < bytes.length; length += 5) {
      const connection = await api.connect();
      connection.send(bytes.slice(0, length));
      connection.end();
      const responses = await connection.readResponsesUntilClosed();
      expect(responses.map(({ status }) => status).filter((status) => status !== 400)).toEqual([]);
      expect(responses.length).toBeLessThan(2);
    }
    await nothingAdded();
  });

  it('ends the connection of a client that has ended its half in the body', async () => {
    const connection = await inTheBody(animal.slice(0, -1));
    connection.end();
    const responses = await connection.readResponsesUntilClosed();
    expect(responses.map(({ status }) => status).filter((status) => status !== 400)).toEqual([]);
    await nothingAdded();
  });

  it('survives clients that do not read their responses', async () => {
    const request = rawRequest('GET /v1/pets?limit=100 HTTP/1.1', head());
    for (let client = 0; client < 20; client += 1) {
      const connection = await api.connect();
      connection.send(request.repeat(50));
      connection.destroy();
    }
  });

  it('keeps silent, slow and busy connections apart', async () => {
    const silent = await Promise.all(Array.from({ length: 20 }, () => api.connect()));
    const slow = await Promise.all(Array.from({ length: 20 }, () => inTheBody('{"name":"slow')));
    const busy = await api.send('GET', '/v1/pets?limit=1');
    expect(busy.status).toBe(200);
    for (const connection of slow) connection.send(animal.slice('{"name":"slow'.length));
    for (const connection of slow) expect((await connection.readResponse({ method: 'POST' })).status).toBe(201);
    expect(silent.filter((connection) => connection.isClosed()).length).toBe(0);
  });
});
