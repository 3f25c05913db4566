import type { AnimalStore, Pet } from '@animal-store/domain';
import { withId } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { describe, expect, it, vi } from 'vitest';
import { createGate, knowsOneKey, storeWith } from './fake-ports.ts';
import { animal, errorBody, spell, spellPost, withKey } from './spell-request.ts';
import { startApi } from './start-api.ts';

const nothingHere = errorBody('not_found', 'there is nothing at this path', 404);
const list = spell('GET /v1/pets', [withKey]);
const connect = spell('CONNECT example.com:443');

const startHeld = async () => {
  const gate = createGate();
  const api = await startApi({ ports: { authenticate: (sent) => gate.hold(knowsOneKey(sent)) } });
  return { gate, api, connection: await api.open() };
};

const faulty: readonly (readonly [what: string, request: string, status: number])[] = [
  ['no Host', 'GET /v1/pets HTTP/1.1\r\n\r\n', 400],
  ['two Hosts', spell('GET /v1/pets', ['Host: other']), 400],
  ['an unknown expectation', spell('GET /v1/pets', ['Expect: wonders']), 417],
  ['HTTP/2.0', 'GET /v1/pets HTTP/2.0\r\nHost: localhost\r\n\r\n', 400],
  ['HTTP/0.9', 'GET /v1/pets HTTP/0.9\r\nHost: localhost\r\n\r\n', 400],
  ['chunks in HTTP/1.0', 'POST /v1/pets HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
  ['a fragment', spell('GET /v1/pets#x'), 400],
];

describe('the last response on a connection', () => {
  it.each(faulty)(
    'is the response to a message with %s, after which nothing is processed',
    async (_, request, status) => {
      const addPet = vi.fn<AnimalStore['addPet']>((newPet) => TE.right(withId(1n as Pet['id'], newPet)));
      const api = await startApi({ ports: { store: storeWith({ addPet }) } });
      const connection = await api.open();
      await connection.send(request + spellPost(animal).repeat(3) + connect);
      const response = await connection.readResponse();
      expect([response.status, response.headers['connection']]).toEqual([status, 'close']);
      expect(await connection.rest()).toBe('');
      expect((await api.reports(1)).map((report) => report.status)).toEqual([status]);
      expect(addPet).not.toHaveBeenCalled();
    },
  );

  it('names the HTTP version as the fault, with any key', async () => {
    const api = await startApi();
    expect((await api.request(`GET /v1/pets HTTP/2.0\r\nHost: localhost\r\n${withKey}\r\n\r\n`)).body).toBe(
      errorBody(
        'invalid_request',
        'the version of the request must be HTTP/1.1 or HTTP/1.0 (RFC 9112, section 2.3)',
        400,
      ),
    );
  });
});

describe('CONNECT', () => {
  it('gets a response like any method, and ends the connection', async () => {
    const api = await startApi();
    for (const [request, status] of [
      [connect, 404],
      [spell('CONNECT /v1/pets'), 401],
      [spell('CONNECT /v1/pets', [withKey]), 405],
    ] as const) {
      const connection = await api.open();
      const response = await connection.request(request + list);
      expect([response.status, response.headers['connection']]).toEqual([status, 'close']);
      expect(response.headers['content-type']).toBe('application/json');
      expect(await connection.rest()).toBe('');
    }
    expect((await api.reports(3)).map(({ status }) => status)).toEqual([404, 401, 405]);
  });

  it('waits for the responses before it', async () => {
    const { gate, connection } = await startHeld();
    await connection.send(list + list + connect);
    await gate.held(2);
    gate.open();
    expect([(await connection.readResponse()).body, (await connection.readResponse()).body]).toEqual(['[]', '[]']);
    expect((await connection.readResponse()).body).toBe(nothingHere);
    expect(await connection.rest()).toBe('');
  });

  it.each([1, 2, 5])('harms no other request if its client disconnects before %i earlier responses', async (count) => {
    const { gate, api, connection } = await startHeld();
    await connection.send(list.repeat(count) + connect + 'x'.repeat(1_000_000));
    await gate.held(count);
    connection.reset();
    expect((await api.reports(count)).map(({ status, aborted }) => [status, aborted])).toEqual(
      Array.from({ length: count }, () => [499, true]),
    );
    gate.open();
    expect((await api.request(list)).body).toBe('[]');
    expect(api.reported.length).toBe(count + 1);
  });

  it('is cut with the others if the service stops before its turn', async () => {
    const { gate, api, connection } = await startHeld();
    await connection.send(list + list + connect);
    await gate.held(2);
    await api.stop(50);
    expect(await connection.rest()).toBe('');
    expect((await api.reports(2)).map(({ status, aborted }) => [status, aborted])).toEqual([
      [499, true],
      [499, true],
    ]);
  });
});
