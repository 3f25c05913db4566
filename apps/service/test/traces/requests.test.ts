import { afterGroup } from '@animal-store/testkit/at-end';
import { rawRequest } from '@animal-store/testkit/http';
import { logLines, startService, waitFor } from '@animal-store/testkit/service';
import { beforeAll, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { secret, sendAndRead } from '../hostile-messages.ts';
import { inJson, startCollector } from './collector.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';
const animal = '{"name":"Rex","categoryId":1}';
const json = ['Content-Type: application/json', `Content-Length: ${animal.length}`];
const chunked = 'Transfer-Encoding: chunked';

const pets = { 'http.route': '/v1/pets', 'url.path': '/v1/pets' };
const pet = { 'http.route': '/v1/pets/{petId}' };

type Kind = readonly [
  what: string,
  request: readonly [line: string, headers?: readonly string[], body?: string],
  span: Readonly<Record<string, unknown>> | undefined,
];

/** Requests with the attributes of their span beyond its method, or without a span. */
const kinds: readonly Kind[] = [
  ['a list', [`GET /v1/pets?limit=1&x=${secret}`], { ...pets, status: 200 }],
  ['an animal', ['GET /v1/pets/1'], { ...pet, 'url.path': '/v1/pets/1', status: 404 }],
  ['an id that is a text', [`GET /v1/pets/${secret}`], { ...pet, status: 404 }],
  ['another method', ['DELETE /v1/pets'], { ...pets, status: 405 }],
  ['an unknown path', [`GET /v1/${secret}`], { status: 404 }],
  ['a wrong key', ['GET /v1/pets', ['Authorization: none']], { ...pets, status: 401 }],
  ['an Upgrade', ['GET /v1/pets', ['Upgrade: h2c', 'Connection: upgrade, close']], { ...pets, status: 200 }],
  ['an expectation', ['POST /v1/pets', [...json, 'Expect: 100-continue'], animal], { ...pets, status: 201 }],
  ['an unknown expectation', ['GET /v1/pets', [`Expect: ${secret}`]], { ...pets, status: 417 }],
  ['a wrong Host', ['GET /v1/pets', ['Host: a b']], { ...pets, status: 400 }],
  ['a malformed chunk', ['POST /v1/pets', [chunked, ...json.slice(0, 1)], `${secret}\r\n`], { ...pets, status: 400 }],
  ['a trace', ['GET /v1/pets', [`traceparent: 00-${trace}-${parent}-01`]], { ...pets, status: 200 }],
  ['a probe', ['GET /readyz'], undefined],
  ['another path', ['GET /v1x/pets'], undefined],
];

const idOf = (index: number): string => `kind-${index}`;

/** Spells a request of a kind, on a connection that it ends, unless the request names its own. */
const spell = ([, [line, headers = [], body]]: Kind, index: number, apiKey: string): string => {
  const usual = ['Host: localhost', `Authorization: Bearer ${apiKey}`, 'Connection: close'];
  const lacks = (name = ''): boolean => !headers.some((each) => each.startsWith(`${name}:`));
  const missing = usual.filter((each) => lacks(each.split(':')[0]));
  return rawRequest(`${line} HTTP/1.1`, [...missing, `X-Request-Id: ${idOf(index)}`, ...headers], body);
};

const atEnd = afterGroup();
let log: ReturnType<typeof logLines>;
let exported: Pick<Awaited<ReturnType<typeof startCollector>>, 'resource' | 'spans'>;

// One request of each kind.
beforeAll(async () => {
  const collector = await startCollector(atEnd);
  const named = { OTEL_SERVICE_NAME: 'zoo', OTEL_RESOURCE_ATTRIBUTES: 'a=b%20c' };
  const service = await startService({ LOG_LEVEL: 'debug', ...named, ...inJson(collector.endpoint) }, atEnd);
  for (const [index, kind] of kinds.entries()) await sendAndRead(service.origin, spell(kind, index, service.apiKey));
  const isLogged = (): true | undefined =>
    logLines(service.process).filter(({ route }) => route !== undefined).length === kinds.length ? true : undefined;
  await waitFor(service.process, isLogged, 'The line of each request');
  expect(await service.stop()).toBe(0);
  log = logLines(service.process);
  exported = collector;
}, 60_000);

/** The line of the log about a request, and the spans of its trace. */
const observed = (index: number) => {
  const line = log.find(({ requestId }) => requestId === idOf(index));
  return { line, spans: exported.spans().filter(({ traceId }) => traceId === line?.['traceId']) };
};

it.each(kinds.map(([what, , span], index) => ({ what, span, index })).filter(({ span }) => span !== undefined))(
  '$what is one span, with allowed attributes alone, whose trace is in the log',
  ({ span: { status, ...attributes } = {}, index }) => {
    const { line, spans } = observed(index);
    const { method } = { ...line };
    const all = {
      'http.request.method': method,
      'http.response.status_code': status,
      'url.scheme': 'http',
      ...attributes,
    };
    const route = attributes['http.route'];
    const name = route === undefined ? method : `${method} ${route}`;
    expect(spans).toEqual([expect.objectContaining({ name, kind: 2, attributes: all, events: [], links: [] })]);
    expect(line?.['status']).toBe(status);
  },
);

it('no other request is a span', () => {
  expect(exported.spans()).toHaveLength(kinds.filter(([, , span]) => span !== undefined).length);
});

it('a span is a child of the span in `traceparent`', () => {
  expect(exported.spans().flatMap(({ traceId, parentSpanId }) => (traceId === trace ? parentSpanId : []))).toEqual([
    parent,
  ]);
});

it('the resource has what the variables of OpenTelemetry say', () => {
  expect(exported.resource()).toMatchObject({ 'service.name': 'zoo', 'service.version': manifest.version, a: 'b c' });
});
