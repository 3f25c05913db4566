import {
  type CheckedAnswer,
  checkAgainstDocument,
  type Exchange,
  unproducedAnswers,
} from '@animal-store/testkit/openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '../../src/index.ts';
import { rawExchange, rawRequest } from './raw-exchange.ts';
import { type Condition, startTrialApi, type TrialApi } from './trial-api.ts';

const document = createOpenApiDocument({ base: '/v1' });
const check = checkAgainstDocument(document);
const produced = new Set<string>();

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly condition?: Condition;
}

let patient: TrialApi;
let hasty: TrialApi;
let strict: TrialApi;

beforeAll(async () => {
  patient = await startTrialApi(10_000);
  hasty = await startTrialApi(100);
  strict = await startTrialApi(10_000, { requests: 1, seconds: 3_600 });
});

afterAll(async () => {
  await patient.stop();
  await hasty.stop();
  await strict.stop();
});

const requestOf = ({ method, path, headers, body }: Asked): string =>
  rawRequest(method, path, { Authorization: patient.authorization, ...headers }, body);

const exchange = async (asked: Asked): Promise<Exchange> => {
  const { method, path, condition = 'well' } = asked;
  const answer = await patient.during(condition, () => rawExchange(patient.port, requestOf(asked)));
  return { method, path, ...answer };
};

const checked = (done: Exchange): CheckedAnswer => {
  const outcome = check(done);
  if (outcome.answer !== undefined) produced.add(outcome.answer);
  return outcome;
};

const json = (body: string): Pick<Asked, 'headers' | 'body'> => ({
  headers: { 'Content-Type': 'application/json', 'Content-Length': `${Buffer.byteLength(body)}` },
  body,
});

const rex = json('{"name":"Rex","categoryId":9007199254740993}');
const keyed = (body: string): Pick<Asked, 'headers' | 'body'> => ({
  body,
  headers: { ...json(body).headers, 'Idempotency-Key': 'k1' },
});

const everyRequest: readonly (Asked & { readonly name: string })[] = [
  { name: 'GET /pets', method: 'GET', path: '/v1/pets' },
  { name: 'POST /pets', method: 'POST', path: '/v1/pets' },
  { name: 'options', method: 'OPTIONS', path: '/v1/pets' },
  { name: 'GET /pets/{petId}', method: 'GET', path: '/v1/pets/1' },
  { name: 'otherMethods', method: 'DELETE', path: '/v1/pets/1' },
  { name: 'otherPaths', method: 'GET', path: '/v1/cats' },
];

const chunkExtensions = {
  headers: { 'Transfer-Encoding': 'chunked' },
  body: `1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
};

// In the order of their sending: there is an animal from the first line on.
const cases: readonly (Asked & { readonly name: string })[] = [
  { name: 'POST /pets 201', method: 'POST', path: '/v1/pets', ...rex },
  { name: 'POST /pets 201', method: 'POST', path: '/v1/pets', ...keyed('{"name":"","categoryId":-1,"status":"sold"}') },
  { name: 'POST /pets 422', method: 'POST', path: '/v1/pets', ...keyed('{"name":"x","categoryId":-1}') },
  { name: 'POST /pets 400', method: 'POST', path: '/v1/pets', ...json('{"name":1,"status":null}') },
  { name: 'POST /pets 400', method: 'POST', path: '/v1/pets', ...json('{') },
  { name: 'POST /pets 413', method: 'POST', path: '/v1/pets', ...json(' '.repeat(65_537)) },
  { name: 'POST /pets 415', method: 'POST', path: '/v1/pets' },
  { name: 'POST /pets 201', method: 'POST', path: '/v1/pets', ...rex, condition: 'after the removal' },
  { name: 'GET /pets 200', method: 'GET', path: '/v1/pets?status=pending' },
  { name: 'GET /pets 200', method: 'GET', path: '/v1/pets?limit=1' },
  { name: 'GET /pets 400', method: 'GET', path: '/v1/pets?limit=0&cursor=x' },
  { name: 'GET /pets 200', method: 'HEAD', path: '/v1/pets?limit=1' },
  { name: 'options 204', method: 'OPTIONS', path: '/v1/pets' },
  { name: 'GET /pets/{petId} 200', method: 'GET', path: '/v1/pets/1' },
  { name: 'GET /pets/{petId} 404', method: 'GET', path: '/v1/pets/01' },
  { name: 'GET /pets/{petId} 410', method: 'GET', path: '/v1/pets/1', condition: 'after the removal' },
  { name: 'GET /pets/{petId} 200', method: 'HEAD', path: '/v1/pets/1' },
  { name: 'GET /pets/{petId} 404', method: 'HEAD', path: '/v1/pets/0' },
  { name: 'GET /pets/{petId} 410', method: 'HEAD', path: '/v1/pets/1', condition: 'after the removal' },
  { name: 'options 204', method: 'OPTIONS', path: '/v1/pets/1' },
  { name: 'otherMethods 405', method: 'PUT', path: '/v1/pets' },
  { name: 'otherMethods 405', method: 'POST', path: '/v1/pets/1' },
  { name: 'otherMethods 400', method: 'NOPE', path: '/v1/pets' },
  { name: 'otherPaths 404', method: 'GET', path: '/v1/pets/1/2' },
  ...everyRequest.flatMap(({ name, ...asked }) => [
    { ...asked, name: `${name} 400`, headers: { Host: 'a b' } },
    { ...asked, name: `${name} 401`, headers: { Authorization: 'none' } },
    { ...asked, name: `${name} 401`, headers: { Authorization: 'Bearer none' } },
    { ...asked, name: `${name} 413`, ...chunkExtensions },
    { ...asked, name: `${name} 417`, headers: { Expect: 'more' } },
    { ...asked, name: `${name} 500`, condition: 'broken' as const },
    { ...asked, name: `${name} 503`, condition: 'unavailable' as const },
  ]),
];

describe('the document', () => {
  it.each(cases)('has the answer $name', async ({ name, ...asked }) => {
    expect(checked(await exchange(asked))).toEqual({ answer: name, problems: [] });
  });

  // The server does not know what is asked for, so it sends a body to HEAD as well; a client reads none.
  const readBy = (method: string, bodyText: string): string => (method === 'HEAD' ? '' : bodyText);

  it.each(everyRequest)('has the answer $name 431', async ({ name, method, path }) => {
    const answer = await rawExchange(patient.port, rawRequest(method, path, { 'X-Large': 'x'.repeat(20_000) }));
    const done = { method, path, ...answer, bodyText: readBy(method, answer.bodyText) };
    expect(checked(done)).toEqual({ answer: `${name} 431`, problems: [] });
  });

  it.each(everyRequest)('has the answer $name 408', async ({ name, method, path }) => {
    const answer = await rawExchange(hasty.port, rawRequest(method, path, {}).slice(0, -2));
    const done = { method, path, ...answer, bodyText: readBy(method, answer.bodyText) };
    expect(checked(done)).toEqual({ answer: `${name} 408`, problems: [] });
  });

  it.each(everyRequest)('has the answer $name 429', async ({ name, method, path }) => {
    const request = rawRequest(method, path, { Authorization: strict.authorization });
    await rawExchange(strict.port, request);
    expect(checked({ method, path, ...(await rawExchange(strict.port, request)) })).toEqual({
      answer: `${name} 429`,
      problems: [],
    });
  });

  it('has no answer that was not produced', () => {
    expect(unproducedAnswers(document, produced)).toEqual([]);
  });

  it('is served without a key, as a text that is JSON', async () => {
    const asked = { method: 'GET', path: '/openapi.json', headers: { Authorization: '' } };
    const { status, headers, bodyText } = await exchange(asked);
    expect(status).toBe(200);
    expect(new Headers([...headers].map(([name, value]) => [name, value])).get('Content-Type')).toBe(
      'application/json',
    );
    expect(bodyText).toBe(JSON.stringify(document));
  });
});
