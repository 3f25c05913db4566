import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { taskEither as TE } from 'fp-ts';
import { expect, it, onTestFinished } from 'vitest';
import { createGate, storeWith, unavailable } from '../test/fake-ports.ts';
import { animal, spell, spellPost, withKey } from '../test/spell-request.ts';
import { startApi } from '../test/start-api.ts';
import type { ApiError } from './api-error.ts';
import { errors } from './errors.ts';
import type { HttpOptions } from './options.ts';
import type { HttpPorts } from './ports.ts';

type Parts = NonNullable<Parameters<Awaited<ReturnType<typeof startApi>>['send']>[1]>;

const bad = { expect: 'more' };
const other = { authorization: 'Bearer other' };
const full = { maxRequestsInFlight: 1 };
const share = { maxRequestsInFlight: 2 };
const rate = { rateLimit: { requests: 1, seconds: 60 } };
const noJson = { 'content-type': 'no', 'content-length': '99999' };

/** Each request breaks the rule of its row and of all rows below, so its response shows which check comes first. */
const order: readonly (readonly [string, string, Parts, Partial<HttpOptions>, ApiError])[] = [
  ['the message', 'PUT /v1/nothing', { headers: { ...bad, ...other } }, full, errors.otherExpectation()],
  ['the requests in flight', 'PUT /v1/nothing', { headers: other }, full, errors.allTaken()],
  ['the key', 'PUT /v1/nothing', { headers: other }, rate, errors.unauthorized('unknown')],
  ['the share of the key', 'PUT /v1/nothing', {}, { ...share, ...rate }, errors.shareTaken()],
  ['the rate', 'PUT /v1/nothing', {}, rate, errors.rateExceeded(1, 60, 60)],
  ['the path', 'PUT /v1/nothing', {}, {}, errors.unknownPath()],
  ['the method', 'PUT /v1/pets', { body: '{' }, {}, errors.otherMethod(['GET', 'HEAD', 'OPTIONS', 'POST'])],
  ['the media type', 'POST /v1/pets', { body: '{', headers: noJson }, {}, errors.otherMediaType()],
  ['the size', 'POST /v1/pets', { body: '{', headers: { 'content-length': '99999' } }, {}, errors.bodyTooLarge()],
  ['the content', 'POST /v1/pets', { body: '{' }, {}, errors.invalidJson('must be well-formed JSON')],
];

/** Sends the request of a row, with these ports. If it limits the requests in flight, the gate holds one before it. */
const expectRefusal = async (
  [, target, parts, options, error]: (typeof order)[number],
  portsOf: (hold: ReturnType<typeof createGate>['hold']) => Partial<HttpPorts>,
): Promise<void> => {
  const gate = createGate();
  onTestFinished(() => gate.open());
  const isHeld = 'maxRequestsInFlight' in options;
  const { send, open } = await startApi({ options, ports: portsOf(isHeld ? gate.hold : (task) => task) });
  if (isHeld) {
    await (await open()).send(spell('GET /v1/pets', [withKey]));
    await gate.held();
  } else if (options === rate) await send('GET /v1/pets');
  const response = await send(target, parts);
  expect(response).toMatchObject({ status: error.status, body: error.json });
  expect(Object.keys(error.headers).filter((name) => !(name.toLowerCase() in response.headers))).toEqual([]);
};

it.for(order)('a request is refused for %s', (row) =>
  expectRefusal(row, (hold) => ({ store: storeWith({ listPets: () => hold(TE.right({ pets: [] })) }) })),
);

const ofKey = order.findIndex(([name]) => name === 'the key');

it.for(order.slice(0, ofKey))('a request is refused for %s while no key can be checked', (row) =>
  expectRefusal(row, (hold) => ({ authenticate: () => hold(unavailable) })),
);

/** The rows of `order` in which each middleware refuses a request. `none` refuses nothing that a client can send. */
const none: readonly string[] = [];
const rowsOf: Readonly<Record<string, readonly string[]>> = {
  reportRequest: none,
  errorsToJson: none,
  checkMessage: ['the message'],
  checkMount: none,
  allowOrigins: none,
  allowMethods: ['the path', 'the method'],
  createGuard: ['the requests in flight', 'the key', 'the share of the key', 'the rate'],
  announceRemoval: none,
  parseBody: ['the media type', 'the size', 'the content'],
  listPets: none,
  addPet: none,
  getPet: none,
  livez: none,
  readyz: none,
};

const source = readFileSync(new URL('create-app.ts', import.meta.url), 'utf8');

it('has a row in the order of checks for each middleware that refuses requests', () => {
  const imported = [...source.matchAll(/^import \{([^}]*)\} from '\.\/(?:middleware|operations)\//gm)].flatMap(
    ([, names = '']) => names.split(',').map((name) => name.trim()),
  );
  expect(imported.filter((name) => name !== 'petRemoval').toSorted()).toEqual(Object.keys(rowsOf).toSorted());
  expect(new Set(order.map(([name]) => name))).toEqual(new Set(Object.values(rowsOf).flat()));
});

it('has each middleware in a file of its own', () => {
  const composed = ['api.routes()', 'open.routes()', 'underApi(guard())', 'api.allowedMethods()'];
  const used = [...source.matchAll(/\.use\((.*)\);/g)].map(([, middleware = '']) => middleware);
  expect(used.length).toBe(source.split('.use(').length - 1);
  expect(used.filter((text) => !composed.includes(text) && !((/^\w+/.exec(text)?.[0] ?? '') in rowsOf))).toEqual([]);
  // Functions without a declared type of their result: those of `serveDocument` and `underApi`.
  expect(source.match(/\([^()]*\) =>/g)).toEqual(['(ctx, next) =>', '(ctx, next) =>']);
});

it('has a test that names the message of each error', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const tests = globSync('{src,test}/**/*.ts', { cwd: folder })
    .filter((file) => /\.test\.ts$|exchanges\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join();
  const samples = {
    rateExceeded: [2, 60, 1],
    otherMethod: [['GET']],
    invalidJson: ['x'],
    invalidPet: [[]],
    invalidQuery: [[]],
  };
  const silent = Object.entries(errors).filter(([name, make]) => {
    const given = (samples as Readonly<Record<string, readonly unknown[]>>)[name] ?? ['missing'];
    const { message } = (make as (...given: readonly unknown[]) => ApiError)(...given);
    // The messages of these are made of rules, which have tests of their own.
    return !['invalidJson', 'invalidPet', 'invalidQuery'].includes(name) && !tests.includes(message);
  });
  expect(silent.map(([name]) => name)).toEqual([]);
});

it('begins every link with the configured base, whatever the client sends, and keeps the paths of the API', async () => {
  const base = 'https://api.example.com:8443/shop/v1';
  const { request } = await startApi({ options: { base } });
  const forwarded = ['X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example'];
  const sendAs = (bytes: string) => request(bytes.replace('localhost', 'evil.example'));
  const get = (target: string) => sendAs(spell(`GET ${target}`, [withKey, ...forwarded]));
  for (const id of [1, 2])
    expect((await sendAs(spellPost(animal, ...forwarded))).headers['location']).toBe(`${base}/pets/${id}`);
  const cursor = Buffer.from('1.1.').toString('base64url');
  expect((await get('http://evil.example/v1/pets?limit=1')).headers['link']).toBe(
    `<${base}/pets?limit=1&cursor=${cursor}>; rel="next"`,
  );
  expect((await get('/v1/pets/1')).headers['link']).toBe(`<${base}/pets>; rel="successor-version"`);
  expect((await get('/shop/v1/pets')).status).toBe(404);
  expect((await get('http://[/v1/pets')).status).toBe(200);
});
