import { afterGroup } from '@animal-store/testkit/at-end';
import { rawRequest } from '@animal-store/testkit/http';
import { logLines, startService, waitFor } from '@animal-store/testkit/service';
import { beforeAll, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { secret, sendAndRead } from '../hostile-messages.ts';
import { startCollector } from './collector.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';
const animal = '{"name":"Rex","categoryId":1}';
const json = { 'Content-Type': 'application/json' };
const expecting = { ...json, 'Content-Length': `${animal.length}`, Expect: '100-continue' };
const chunked = { ...json, 'Transfer-Encoding': 'chunked' };

const pets = { 'http.route': '/v1/pets', 'url.path': '/v1/pets' };
const pet = { 'http.route': '/v1/pets/{petId}' };

type Texts = Readonly<Record<string, string>>;
type Request = readonly [what: string, line: string, status: number, attributes: Texts, headers?: Texts, body?: string];

/** Requests with a span, and its attributes beyond the method and the status. */
const spanned: readonly Request[] = [
  ['a list', `GET /v1/pets?limit=1&x=${secret}`, 200, pets],
  ['an animal', 'GET /v1/pets/1', 404, { ...pet, 'url.path': '/v1/pets/1' }],
  ['an id that is a text', `GET /v1/pets/${secret}`, 404, pet],
  ['another method', 'DELETE /v1/pets', 405, pets],
  ['an unknown path', `GET /v1/${secret}`, 404, {}],
  ['a wrong key', 'GET /v1/pets', 401, pets, { Authorization: 'none' }],
  ['an Upgrade', 'GET /v1/pets', 200, pets, { Upgrade: 'h2c', Connection: 'upgrade, close' }],
  ['an expectation', 'POST /v1/pets', 201, pets, expecting, animal],
  ['an unknown expectation', 'GET /v1/pets', 417, pets, { Expect: secret }],
  ['a wrong Host', 'GET /v1/pets', 400, pets, { Host: 'a b' }],
  ['a malformed chunk', 'POST /v1/pets', 400, pets, chunked, `${secret}\r\n`],
  ['a trace', 'GET /v1/pets', 200, pets, { traceparent: `00-${trace}-${parent}-01` }],
];
const others: readonly Request[] = [
  ['a probe', 'GET /readyz', 200, {}],
  ['another path', 'GET /v1x/pets', 404, {}],
];

const idOf = (what: string): string => what.replaceAll(' ', '-');

const atEnd = afterGroup();
let log: ReturnType<typeof logLines>;
let exported: Pick<Awaited<ReturnType<typeof startCollector>>, 'resource' | 'spans'>;

// Sends each request once.
beforeAll(async () => {
  const { variables, ...collector } = await startCollector(atEnd);
  const named = { OTEL_SERVICE_NAME: 'zoo', OTEL_RESOURCE_ATTRIBUTES: 'a=b%20c' };
  const service = await startService({ LOG_LEVEL: 'debug', ...named, ...variables }, atEnd);
  const all = [...spanned, ...others];
  for (const [what, line, , , headers, body] of all) {
    const usual = { Host: 'localhost', Authorization: `Bearer ${service.apiKey}`, Connection: 'close' };
    const lines = Object.entries({ ...usual, 'X-Request-Id': idOf(what), ...headers }).map((header) =>
      header.join(': '),
    );
    await sendAndRead(service.origin, rawRequest(`${line} HTTP/1.1`, lines, body));
  }
  const logged = () => logLines(service.process).filter(({ route }) => route !== undefined);
  await waitFor(service.process, () => logged().length === all.length || undefined, 'The line of each request');
  expect(await service.stop()).toBe(0);
  [log, exported] = [logged(), collector];
}, 60_000);

it.for(spanned)(
  '%s is one span, with allowed attributes alone, whose trace is in the log',
  ([what, line, status, own]) => {
    const logged = log.find(({ requestId }) => requestId === idOf(what));
    const [method = ''] = line.split(' ');
    const route = own['http.route'];
    const name = route === undefined ? method : `${method} ${route}`;
    const common = { 'http.request.method': method, 'http.response.status_code': status, 'url.scheme': 'http' };
    expect(exported.spans().filter(({ traceId }) => traceId === logged?.['traceId'])).toEqual([
      expect.objectContaining({ name, kind: 2, attributes: { ...common, ...own }, events: [], links: [] }),
    ]);
    expect(logged?.['status']).toBe(status);
  },
);

it('no other request is a span', () => {
  expect(exported.spans()).toHaveLength(spanned.length);
});

it('a span is a child of the span in `traceparent`', () => {
  const parents = exported.spans().flatMap(({ traceId, parentSpanId }) => (traceId === trace ? parentSpanId : []));
  expect(parents).toEqual([parent]);
});

it('the resource has what the variables of OpenTelemetry say', () => {
  expect(exported.resource()).toMatchObject({ 'service.name': 'zoo', 'service.version': manifest.version, a: 'b c' });
});
