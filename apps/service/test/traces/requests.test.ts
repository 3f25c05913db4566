import { rawRequest } from '@animal-store/testkit/http';
import { logLines, startService, waitFor } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
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

/** Each kind of request that reaches the service, with the attributes of its span beyond its method, or without a span. */
const kinds: readonly Kind[] = [
  ['a list', [`GET /v1/pets?limit=1&x=${secret}`], { ...pets, status: 200 }],
  ['an addition', ['POST /v1/pets', json, animal], { ...pets, status: 201 }],
  ['an animal', ['GET /v1/pets/1'], { ...pet, 'url.path': '/v1/pets/1', status: 200 }],
  ['an id that is a text', [`GET /v1/pets/${secret}`], { ...pet, status: 404 }],
  ['OPTIONS', ['OPTIONS /v1/pets'], { ...pets, status: 204 }],
  ['another method', ['DELETE /v1/pets'], { ...pets, status: 405 }],
  ['an unknown path', [`GET /v1/${secret}`], { status: 404 }],
  ['the base', ['GET /v1'], { status: 404 }],
  ['no key', ['GET /v1/pets', ['Authorization: none']], { ...pets, status: 401 }],
  ['an absolute form', [`GET http://clerk:${secret}@a/v1/pets?${secret}`], { ...pets, status: 200 }],
  ['an Upgrade', ['GET /v1/pets', ['Upgrade: h2c', 'Connection: upgrade, close']], { ...pets, status: 200 }],
  ['an expectation', ['POST /v1/pets', [...json, 'Expect: 100-continue'], animal], { ...pets, status: 201 }],
  ['an unknown expectation', ['GET /v1/pets', [`Expect: ${secret}`]], { ...pets, status: 417 }],
  ['no Host', ['GET /v1/pets', ['Host: a b']], { ...pets, status: 400 }],
  [
    'a malformed body',
    ['POST /v1/pets', ['Content-Type: application/json', 'Content-Length: 1'], '{'],
    { ...pets, status: 400 },
  ],
  ['a malformed chunk', ['POST /v1/pets', [json[0] ?? '', chunked], `${secret}\r\n`], { ...pets, status: 400 }],
  [
    'a client',
    ['GET /v1/pets', [`User-Agent: ${secret}`, `X-Forwarded-For: ${secret}`, `Cookie: ${secret}`]],
    { ...pets, status: 200 },
  ],
  [
    'a trace',
    ['GET /v1/pets', [`traceparent: 00-${trace}-${parent}-01`, `tracestate: a=${secret}`]],
    { ...pets, status: 200 },
  ],
  [
    'a malformed trace',
    ['GET /v1/pets', [`traceparent: 00-${secret}`, `baggage: a=${secret}`]],
    { ...pets, status: 200 },
  ],
  ['a probe', ['GET /readyz'], undefined],
  ['another path', ['GET /v1x/pets'], undefined],
];

it('Each request under /v1 that reaches the service is one span, with allowed attributes alone, whose trace is in the log', async () => {
  const { endpoint, exports, spans } = await startCollector();
  const named = { OTEL_SERVICE_NAME: 'zoo', OTEL_RESOURCE_ATTRIBUTES: 'a=b%20c' };
  const service = await startService({ LOG_LEVEL: 'debug', ...named, ...inJson(endpoint) });
  const spell = (index: number): string => {
    const [, [line, headers = [], body]] = kinds[index] ?? ['', ['']];
    const has = (name: string): boolean => headers.some((each) => each.startsWith(`${name}:`));
    const all = [
      ...(has('Host') ? [] : ['Host: localhost']),
      ...(has('Authorization') ? [] : [`Authorization: Bearer ${service.apiKey}`]),
      `X-Request-Id: kind-${index}`,
      ...headers,
    ];
    return rawRequest(`${line} HTTP/1.1`, all, body);
  };
  const closing = (bytes: string): string => bytes.replace('\r\n', '\r\nConnection: close\r\n');
  for (const index of kinds.keys())
    await sendAndRead(service.origin, kinds[index]?.[0] === 'an Upgrade' ? spell(index) : closing(spell(index)));
  const isLogged = (): true | undefined =>
    logLines(service.process).filter(({ requestId }) => String(requestId).startsWith('kind-')).length >= kinds.length
      ? true
      : undefined;
  await waitFor(service.process, isLogged, 'The line of each request');
  expect(await service.stop()).toBe(0);

  const byTrace = Map.groupBy(spans(), ({ traceId }) => traceId);
  const actual = kinds.map(([what], index) => {
    const line = logLines(service.process).find(({ requestId }) => requestId === `kind-${index}`);
    const [span, ...others] = byTrace.get(String(line?.['traceId'])) ?? [];
    if (span === undefined) return [what, undefined];
    const { 'http.response.status_code': status, 'http.request.method': method, ...rest } = span.attributes;
    const { 'url.scheme': scheme, ...attributes } = rest;
    const name = span.name.replace(String(method), '').trim();
    expect([scheme, span.kind, status, others, span.events, span.links]).toEqual([
      'http',
      2,
      line?.['status'],
      [],
      [],
      [],
    ]);
    expect(name).toBe(attributes['http.route'] ?? '');
    return [what, { ...attributes, status }];
  });
  expect(actual).toEqual(kinds.map(([what, , span]) => [what, span]));
  expect(spans()).toHaveLength(kinds.filter(([, , span]) => span !== undefined).length);
  expect(exports[0]?.resource).toMatchObject({ 'service.name': 'zoo', 'service.version': manifest.version, a: 'b c' });
  expect(byTrace.get(trace)?.[0]?.parentSpanId).toBe(parent);
  expect(JSON.stringify(spans())).not.toContain(secret);
});
