import { type ApiOperation, checkAgainstDocument, unproducedResponses } from '@animal-store/testkit/openapi';
import { expect, it } from 'vitest';
import { createOpenApiDocument } from '../../src/index.ts';
import { clockAt, storeWith, unavailable } from '../fake-ports.ts';
import { operations, spellOperation } from '../operations.ts';
import { spell, spellPost, withKey } from '../spell-request.ts';
import { type ApiSetting, startConnected, startSender } from '../start-api.ts';

const document = createOpenApiDocument({ base: '/v1' });
const check = checkAgainstDocument(document);
const produced = new Set<string>();

type Row = readonly [response: string, request: string, setting?: ApiSetting];

const afterRemoval: ApiSetting = { ports: { clock: clockAt('2030-12-05') } };
const withoutStore: ApiSetting = { ports: { authenticate: () => unavailable } };
const broken: ApiSetting = { ports: { authenticate: () => () => Promise.reject(new Error('a bug')) } };
const hasty: ApiSetting = { limits: { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 50 } };
const strict: ApiSetting = { options: { rateLimit: { requests: 1, seconds: 3_600 } } };

/** The responses that follow from the method, the path and the body of an operation. */
const rowsOf = (operation: ApiOperation): readonly Row[] => {
  const { method, path, success, body } = operation;
  const row = (status: number, changed: Partial<ApiOperation> = {}): Row => [
    `${method} ${path} ${status}`,
    spellOperation({ ...operation, ...changed }),
  ];
  const onNone = { target: () => operation.target(0n) };
  return [
    row(success),
    ...(method === 'GET' ? [row(success, { method: 'HEAD' })] : []),
    ...(path.includes('{petId}') ? ['/v1/pets/0', '/v1/pets/01'].map((none) => row(404, { target: () => none })) : []),
    // The body is checked before the animal is looked up (docs/adr/0007-order-of-checks.md).
    ...(body === undefined
      ? []
      : [
          ...['[]', '{'].map((text) => row(400, { ...onNone, body: { ...body, text } })),
          row(413, { ...onNone, body: { ...body, text: ' '.repeat(65_537) } }),
          row(415, { ...onNone, body: { ...body, mediaType: 'text/plain' } }),
        ]),
  ];
};

/** The responses that do not depend on what a request asks for. */
const commonRowsOf = ([name, line]: readonly [name: string, line: string]): readonly Row[] => {
  const request = spell(line, [withKey]);
  const longExtension = `1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`;
  const rows: readonly (readonly [number, string, ApiSetting?])[] = [
    [400, request.replace('localhost', 'a b')],
    [401, spell(line, ['Authorization: none'])],
    [401, spell(line, ['Authorization: Bearer none'])],
    [408, request.slice(0, -2), hasty],
    [413, spell(line, [withKey, 'Transfer-Encoding: chunked'], longExtension)],
    [417, spell(line, [withKey, 'Expect: more'])],
    [429, request, strict],
    [431, spell(line, [withKey, `X-Large: ${'x'.repeat(20_000)}`])],
    [500, request, broken],
    [503, request, withoutStore],
  ];
  return rows.map(([status, ...rest]) => [`${name} ${status}`, ...rest]);
};

// Sent in this order to one store. The first line adds an animal.
const rows: readonly Row[] = [
  ['POST /pets 201', spellPost('{"name":"","categoryId":-1,"status":"sold"}', 'Idempotency-Key: k1')],
  ['POST /pets 422', spellPost('{"name":"x","categoryId":-1}', 'Idempotency-Key: k1')],
  ...operations.flatMap(rowsOf),
  ['POST /pets 201', spellPost('{"name":"Rex","categoryId":9007199254740993}'), afterRemoval],
  ['GET /pets 200', spell('GET /v1/pets?status=pending', [withKey])],
  ['GET /pets 200', spell('GET /v1/pets?limit=1', [withKey])],
  ['GET /pets 400', spell('GET /v1/pets?limit=0&cursor=x', [withKey])],
  ['GET /pets 200', spell('HEAD /v1/pets?limit=1', [withKey])],
  ['options 204', spell('OPTIONS /v1/pets', [withKey])],
  ['GET /pets/{petId} 410', spell('GET /v1/pets/1', [withKey]), afterRemoval],
  ['GET /pets/{petId} 404', spell('HEAD /v1/pets/0', [withKey])],
  ['GET /pets/{petId} 410', spell('HEAD /v1/pets/1', [withKey]), afterRemoval],
  ['options 204', spell('OPTIONS /v1/pets/1', [withKey])],
  ['otherMethods 405', spell('MKCALENDAR /v1/pets', [withKey])],
  ['otherMethods 405', spell('POST /v1/pets/1', [withKey])],
  ['otherMethods 400', spell('NOPE /v1/pets', [withKey])],
  ['otherPaths 404', spell('GET /v1/pets/1/2', [withKey])],
  ...operations
    .map(({ method, path, target }) => [`${method} ${path}`, `${method} ${target(1n)}`] as const)
    .flatMap(commonRowsOf),
  ...commonRowsOf(['options', 'OPTIONS /v1/pets']),
  ...commonRowsOf(['otherMethods', 'MKCALENDAR /v1/pets/1']),
  ...commonRowsOf(['otherPaths', 'GET /v1/cats']),
];

const store = storeWith({});

it.for(rows)('has the response %s', async ([expected, request, setting = {}]) => {
  const { connection } = await startConnected({ ...setting, ports: { store, ...setting.ports } });
  if (setting === strict) await connection.request(spell('GET /v1/pets', [withKey]));
  const { status, headers, body } = await connection.request(request);
  connection.end();
  const [method = '', path = ''] = request.split(' ');
  const bodyText = body + (await connection.rest());
  const { response, problems } = check({ method, path, status, headers: Object.entries(headers), bodyText });
  expect([response, problems]).toEqual([expected, []]);
  produced.add(expected);
});

it('has no response that was not produced', () => {
  expect(unproducedResponses(document, produced)).toEqual([]);
});

it('is served without a key, as JSON', async () => {
  const { send } = await startSender();
  const { status, headers, body } = await send('GET /openapi.json', { headers: { authorization: undefined } });
  expect([status, headers['content-type'], Buffer.from(body, 'latin1').toString()]).toEqual([
    200,
    'application/json',
    JSON.stringify(document),
  ]);
});
