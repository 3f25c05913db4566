import { Server } from 'node:net';
import { inspect } from 'node:util';
import { taskEither as TE } from 'fp-ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHttpApi, createHttpServer, type RequestReport } from '../src/index.ts';
import { apiKey, createGate, credential, fakePorts, knowsOneKey } from './fake-ports.ts';
import { operations } from './operations.ts';
import { openConnection } from './raw-connection.ts';
import { animal, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';
import { startApi } from './start-api.ts';

/** Text that no log may contain, in every place where a client can send text. */
const methodsOfAnimal = [
  ...operations.filter(({ path }) => path === '/pets/{petId}').map(({ method }) => method),
  'HEAD',
  'OPTIONS',
];

const hostile = 'hostile-marker';
const hostileAnimal = `{"name":"${hostile}","categoryId":1}`;

const known = { apiKeyId: apiKey.id };

const needsKey = 'a valid API key is needed: Authorization: Bearer <API_KEY>';
const nothing = 'there is nothing at this path';
const noAnimal = 'no animal has this id';
const host = 'the request must have exactly one well-formed Host header (RFC 9112, section 3.2)';
const coding = 'Transfer-Encoding must be chunked, and the version HTTP/1.1 (RFC 9112, section 6.1)';
const none = { authenticationFailure: 'missing' } as const;

/** The fields of a report except the method, and the message of the response if it is an Error. */
type Exchange = Partial<RequestReport> & { readonly message?: string };

/** Requests, and what becomes of them. */
const requests: readonly (readonly [request: string, exchange: Exchange])[] = [
  [spell(`GET /v1/pets?limit=1&x=${hostile}`, [withKey]), { route: '/v1/pets', status: 200, ...known }],
  [
    spell(`GET /v1/pets?limit=${hostile}`, [withKey]),
    {
      route: '/v1/pets',
      status: 400,
      ...known,
      message: 'limit must be an integer between 1 and 100, in plain digits',
    },
  ],
  [spell(`GET /v1/pets?${hostile}`), { route: '/v1/pets', status: 401, ...none, message: needsKey }],
  [
    spell('GET /v1/pets', [`Authorization: Bearer ${hostile}`]),
    { route: '/v1/pets', status: 401, authenticationFailure: 'unknown', message: needsKey },
  ],
  [
    spell('GET /v1/pets', [`Authorization: Bearer ${hostile} ${hostile}`]),
    { route: '/v1/pets', status: 401, authenticationFailure: 'malformed', message: needsKey },
  ],
  [
    spell('GET /v1/pets', [`Authorization: Basic ${hostile}`]),
    { route: '/v1/pets', status: 401, ...none, message: needsKey },
  ],
  [spell('HEAD /v1/pets', [withKey]), { route: '/v1/pets', status: 200, ...known }],
  [spell('OPTIONS /v1/pets', [withKey]), { route: '/v1/pets', status: 204, ...known }],
  [
    spell('DELETE /v1/pets', [withKey]),
    { route: '/v1/pets', status: 405, ...known, message: 'the method must be one of GET, HEAD, OPTIONS, POST' },
  ],
  [spellPost(hostileAnimal, `Idempotency-Key: ${hostile}`), { route: '/v1/pets', status: 201, ...known }],
  [
    spellPost(`{"${hostile}":1}`),
    { route: '/v1/pets', status: 400, ...known, message: 'name is required; categoryId is required' },
  ],
  [spellPost('[]'), { route: '/v1/pets', status: 400, ...known, message: 'the body must be an object' }],
  [spellPost(hostile), { route: '/v1/pets', status: 400, ...known, message: 'the body must be well-formed JSON' }],
  [
    spellPost(hostile, 'Content-Encoding: gzip'),
    {
      route: '/v1/pets',
      status: 400,
      ...known,
      message: 'the body must match its Content-Length and Content-Encoding headers',
    },
  ],
  [
    spellPost(animal, `Content-Encoding: ${hostile}`),
    {
      route: '/v1/pets',
      status: 415,
      ...known,
      message: 'the Content-Encoding must be one of identity, gzip, deflate, br',
    },
  ],
  [
    spell('POST /v1/pets', [withKey, `Content-Type: text/${hostile}`, 'Content-Length: 0']),
    { route: '/v1/pets', status: 415, ...known, message: 'the body must be application/json, in UTF-8' },
  ],
  ...(
    [
      ['"UTF-8"', { status: 201 }],
      ['latin1', { status: 415, message: 'the body must be application/json, in UTF-8' }],
    ] as const
  ).map(
    ([charset, outcome]) =>
      [
        spellPost(animal).replace('/json', `/json; charset=${charset}`),
        { route: '/v1/pets', ...outcome, ...known },
      ] as const,
  ),
  [
    spell('GET /v1/pets/-1', [withKey]),
    { route: '/v1/pets/{petId}', petId: '-1', status: 404, ...known, message: noAnimal },
  ],
  [
    spell(`GET /v1/pets/${hostile}`, [withKey]),
    { route: '/v1/pets/{petId}', status: 404, ...known, message: noAnimal },
  ],
  [spell(`GET /v1/pets/${hostile}`), { route: '/v1/pets/{petId}', status: 401, ...none, message: needsKey }],
  [
    spell(`MKCALENDAR /v1/pets/${hostile}`, [withKey]),
    {
      route: '/v1/pets/{petId}',
      status: 405,
      ...known,
      message: `the method must be one of ${methodsOfAnimal.toSorted().join(', ')}`,
    },
  ],
  [spell(`GET /v1/pets/${hostile}/x`, [withKey]), { route: 'unmatched', status: 404, ...known, message: nothing }],
  [spell('GET /v1/pets/', [withKey]), { route: 'unmatched', status: 404, ...known, message: nothing }],
  [spell('GET /v1/pets/1/', [withKey]), { route: 'unmatched', status: 404, ...known, message: nothing }],
  [spell('GET /V1/pets/1'), { route: 'unmatched', status: 404, message: nothing }],
  [spell('GET /V1/pets'), { route: 'unmatched', status: 404, message: nothing }],
  [spell(`GET /v1/${hostile}`), { route: 'unmatched', status: 401, ...none, message: needsKey }],
  [spell(`GET /${hostile}`), { route: 'unmatched', status: 404, message: nothing }],
  [spell('OPTIONS *'), { route: 'unmatched', status: 404, message: nothing }],
  [spell(`GET http://${hostile}/livez?${hostile}`), { route: '/livez', status: 200 }],
  [spell('POST /livez'), { route: '/livez', status: 405, message: 'the method must be one of GET, HEAD, OPTIONS' }],
  [spell('GET /readyz'), { route: '/readyz', status: 200 }],
  [
    spell('GET /v1/pets', [`Expect: ${hostile}`]),
    { route: '/v1/pets', status: 417, message: 'the only expectation that can be met is 100-continue' },
  ],
  [
    spell(`GET /v1/pets#${hostile}`),
    { route: '/v1/pets', status: 400, message: 'the request target must not have a fragment' },
  ],
  [spell('GET /v1/pets', [`Host: ${hostile}`]), { route: '/v1/pets', status: 400, message: host }],
  [spell('GET /livez', ['Transfer-Encoding: gzip, chunked']), { route: '/livez', status: 400, message: coding }],
  [spell('GET /livez', [`Expect: ${hostile}`]).replace('/1.1', '/1.0'), { route: '/livez', status: 200 }],
  [spell(`CONNECT ${hostile}:443`), { route: 'unmatched', status: 404, message: nothing }],
  [
    spell('GET /livez', [`traceparent: 00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`]),
    { route: '/livez', status: 200, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
  ],
];

const methodOf = (request: string): string => request.slice(0, request.indexOf(' '));

describe('the report of a request', () => {
  it.each(requests)(
    'is sent once and contains no text that the client sent: %j',
    async (request, { message, ...report }) => {
      const begin = performance.now();
      const api = await startApi();
      const connection = await api.open();
      const response = await connection.request(request);
      expect(response.status < 400 ? undefined : JSON.parse(response.body).message).toBe(message);
      // A request on another connection. A second report of the first request would come before the report of this one.
      const other = await api.open();
      await other.request(spell('GET /livez', ['X-Request-Id: other']));

      const [first, second] = await api.reports(2);
      expect(first).toStrictEqual({
        requestId: response.headers['x-request-id'],
        method: methodOf(request),
        duration: expect.any(Number),
        aborted: false,
        ...report,
      });
      expect(first?.duration).toBeGreaterThan(0);
      expect(first?.duration).toBeLessThan(performance.now() - begin);
      expect(second?.requestId).toBe('other');
      expect(api.reported.length).toBe(2);
      const everything = inspect(first, { depth: Number.POSITIVE_INFINITY, showHidden: true });
      for (const secret of [hostile, credential]) expect(everything).not.toContain(secret);
    },
  );

  it.each(['unknown', 'expired', 'revoked'] as const)('says why a key was refused: %s', async (reason) => {
    const api = await startApi({ ports: { authenticate: () => TE.left({ _tag: 'Unauthenticated', reason }) } });
    expect((await api.request(spell('GET /v1/pets', [withKey]))).status).toBe(401);
    expect((await api.reports(1)).map(({ authenticationFailure }) => authenticationFailure)).toEqual([reason]);
  });

  it('is sent for each request of a connection, in the order of the responses', async () => {
    const api = await startApi();
    const connection = await api.open();
    const ids = ['a', 'b', 'c'];
    await connection.send(ids.map((id) => spell('GET /v1/pets', [withKey, `X-Request-Id: ${id}`])).join(''));
    for (const id of ids) expect((await connection.readResponse()).headers['x-request-id']).toBe(id);
    expect((await api.reports(3)).map(({ requestId }) => requestId)).toEqual(ids);
  });

  it('is still to come while the request is active', async () => {
    const gate = createGate();
    const api = await startApi({ ports: { authenticate: (sent) => gate.hold(knowsOneKey(sent)) } });
    const connection = await api.open();
    expect(api.activeRequests()).toBe(0);
    await connection.send(spell('GET /v1/pets', [withKey]).repeat(2));
    await gate.held(2);
    expect(api.activeRequests()).toBe(2);
    gate.open();
    await api.reports(2);
    expect(api.activeRequests()).toBe(0);
  });

  it('may fail without harm to a request', async () => {
    const warnings: string[] = [];
    const keep = ({ message }: Error): number => warnings.push(message);
    process.on('warning', keep);
    onTestFinished(() => void process.off('warning', keep));
    const fail = (): never => {
      throw new Error('the disk is full');
    };
    const options = { base: '/v1', getPetAfterSunset: 'gone' } as const;
    const server = createHttpServer(createHttpApi(fakePorts(fail, {}), options), {
      onError: fail,
      onRefusedMessage: fail,
    });
    onTestFinished(() => server.stop(0));
    const listen = vi.spyOn(Server.prototype, 'listen');
    const { port } = await server.listen(0, '127.0.0.1');
    const nodeServer = listen.mock.contexts[0] as Server;
    listen.mockRestore();
    nodeServer.emit('error', new Error('too many open files'));
    for (const [request, status] of [
      ['garbage\r\n\r\n', 400],
      [spell('GET /livez'), 200],
      [spell('GET /livez'), 200],
    ] as const) {
      const connection = await openConnection(port);
      expect((await connection.request(request)).status).toBe(status);
    }
    await server.stop(0);
    expect(warnings).toEqual(['onError', 'onRefusedMessage', 'report'].map((name) => `${name} must not throw`));
  });

  it('shows that a client disconnected before its response', async () => {
    const gate = createGate();
    const api = await startApi({ ports: { authenticate: (sent) => gate.hold(knowsOneKey(sent)) } });
    const connection = await api.open();
    await connection.send(spell('GET /v1/pets', [withKey, 'X-Request-Id: lost']));
    await gate.held();
    connection.reset();
    const [report] = await api.reports(1);
    gate.open();
    expect(report).toStrictEqual({
      requestId: 'lost',
      method: 'GET',
      route: '/v1/pets',
      status: 499,
      duration: expect.any(Number),
      aborted: true,
    });
  });

  it('shows that a client disconnected while sending its body', async () => {
    const api = await startApi();
    const connection = await api.open();
    const headers = jsonHeaders('Content-Length: 100', 'Expect: 100-continue', 'X-Request-Id: lost');
    expect((await connection.request(spell('POST /v1/pets', headers))).status).toBe(100);
    await connection.send(animal);
    connection.reset();
    expect(await api.reports(1)).toStrictEqual([
      {
        requestId: 'lost',
        method: 'POST',
        route: '/v1/pets',
        status: 499,
        duration: expect.any(Number),
        aborted: true,
        ...known,
      },
    ]);
  });
});
