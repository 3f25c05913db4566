import { listAll } from '@animal-store/testkit/animals';
import { contentLength, rawRequest } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';
import { useHostileService } from './hostile-service.ts';

const animal = '{"name":"abandoned 3e9a","categoryId":1}';

/** Clients that disconnect in the middle of a request: it adds nothing, and other clients do not notice. */
const api = useHostileService();
const whole = (): string => {
  const access = `Authorization: ${api.credentials()}`;
  const headers = ['Host: localhost', access, 'Content-Type: application/json', contentLength(animal)];
  return rawRequest('POST /v1/pets HTTP/1.1', headers, animal);
};
const nothingAdded = async (): Promise<void> => {
  const texts = (await listAll(api, '/v1/pets?limit=100')).map(({ text }) => text);
  expect(texts.join()).not.toContain('abandoned 3e9a');
};

describe('abandoned connections', () => {
  it('adds nothing if the connection is dropped anywhere in the request', async () => {
    const bytes = whole();
    let begun = 0;
    for (let length = 0; length < bytes.length; length += 7) {
      const connection = await api.connect();
      await connection.send(bytes.slice(0, length));
      connection.destroy();
      if (bytes.slice(0, length).includes('\r\n\r\n')) begun += 1;
    }
    // A request is logged once the service has noticed that its client is gone.
    await expect.poll(() => api.requestLines().length, { timeout: 10_000 }).toBe(begun);
    expect(api.requestLines().filter(({ status }) => status < 400)).toEqual([]);
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
});
