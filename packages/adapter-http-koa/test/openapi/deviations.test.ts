import { checkAgainstDocument, type Exchange } from '@animal-store/testkit/openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '../../src/index.ts';
import { rawRequest, sendRawRequest } from './send-raw-request.ts';
import { startTrialApi, type TrialApi } from './trial-api.ts';

type Sample = 'added' | 'listed' | 'lost' | 'refused' | 'unavailable' | 'not allowed';

const check = checkAgainstDocument(createOpenApiDocument({ base: '/v1' }));

let api: TrialApi;
const samples: Partial<Record<Sample, Exchange>> = {};

// Responses of the real server. Each is correct except for the one deviation that a test adds.
const take = async (sample: Sample, method: string, path: string, key = true, body = ''): Promise<void> => {
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': `${Buffer.byteLength(body)}`,
    ...(key && { Authorization: api.authorization }),
  };
  const response = await sendRawRequest(api.port, rawRequest(method, path, headers, body));
  samples[sample] = { method, path, ...response };
};

beforeAll(async () => {
  api = await startTrialApi(10_000);
  await take('added', 'POST', '/v1/pets', true, '{"name":"Rex","categoryId":9007199254740993,"status":"sold"}');
  await take('listed', 'GET', '/v1/pets');
  await take('lost', 'GET', '/v1/pets/0');
  await take('refused', 'GET', '/v1/pets', false);
  await take('not allowed', 'MKCALENDAR', '/v1/pets');
  await api.during('unavailable', () => take('unavailable', 'GET', '/v1/pets'));
});

afterAll(() => api.stop());

const sampleOf = (sample: Sample): Exchange => {
  const found = samples[sample];
  if (found === undefined) throw new Error(`There is no response ${sample}`);
  return found;
};

const problemsOf = (sample: Sample, change: (exchange: Exchange) => Partial<Exchange>): readonly string[] => {
  const exchange = sampleOf(sample);
  return check({ ...exchange, ...change(exchange) }).problems;
};

const withHeader =
  (name: string, value: string) =>
  ({ headers }: Exchange): Partial<Exchange> => ({
    headers: [...[...headers].filter(([written]) => written !== name), [name, value] as const],
  });

const without =
  (name: string) =>
  ({ headers }: Exchange): Partial<Exchange> => ({ headers: [...headers].filter(([written]) => written !== name) });

const replacing =
  (text: string, replacement: string) =>
  ({ bodyText }: Exchange): Partial<Exchange> => {
    if (!bodyText.includes(text)) throw new Error(`${text} is not in ${bodyText}`);
    return { bodyText: bodyText.replace(text, replacement) };
  };

describe('the check against the document', () => {
  it.each<[Sample, string, string]>([
    ['listed', 'X-Request-Id', 'GET /pets 200: X-Request-Id is missing'],
    ['listed', 'Cache-Control', 'GET /pets 200: Cache-Control is missing'],
    ['added', 'X-Content-Type-Options', 'POST /pets 201: X-Content-Type-Options is missing'],
    ['refused', 'WWW-Authenticate', 'GET /pets 401: WWW-Authenticate is missing'],
    ['unavailable', 'Retry-After', 'GET /pets 503: Retry-After is missing'],
    ['not allowed', 'Allow', 'otherMethods 405: Allow is missing'],
    ['lost', 'Deprecation', 'GET /pets/{petId} 404: Deprecation is missing'],
    ['lost', 'Sunset', 'GET /pets/{petId} 404: Sunset is missing'],
    ['lost', 'Link', 'GET /pets/{petId} 404: Link is missing'],
    ['listed', 'Content-Type', 'GET /pets 200: Content-Type (none) is not documented'],
  ])('reports "%s" without %s', (sample, name, problem) => {
    expect(problemsOf(sample, without(name))).toEqual([problem]);
  });

  it.each<[Sample, string, string, string]>([
    [
      'listed',
      'Link',
      '</v1/pets>; rel="prev"',
      `GET /pets 200: Link must match pattern "^<[^<> ]+>; rel="next"$" {"pattern":"^<[^<> ]+>; rel=\\"next\\"$"}`,
    ],
    [
      'lost',
      'Sunset',
      'Fri, 06 Dec 2030 00:00:00 GMT',
      'GET /pets/{petId} 404: Sunset must be equal to constant {"allowedValue":"Thu, 05 Dec 2030 00:00:00 GMT"}',
    ],
    [
      'listed',
      'X-Request-Id',
      'a b',
      'GET /pets 200: X-Request-Id must match pattern "^[A-Za-z0-9._-]{1,64}$" {"pattern":"^[A-Za-z0-9._-]{1,64}$"}',
    ],
    ['unavailable', 'Retry-After', 'later', 'GET /pets 503: Retry-After must be integer {"type":"integer"}'],
    [
      'added',
      'Location',
      '/v1/cats/1',
      'POST /pets 201: Location must match pattern "/pets/[1-9][0-9]*$" {"pattern":"/pets/[1-9][0-9]*$"}',
    ],
  ])('reports "%s" with %s: %s', (sample, name, value, problem) => {
    expect(problemsOf(sample, withHeader(name, value))).toEqual([problem]);
  });

  it.each<[Sample, string, string, string]>([
    [
      'added',
      '"sold"',
      '"lost"',
      'POST /pets 201: the body /status must be equal to one of the allowed values {"allowedValues":["available","pending","sold"]}',
    ],
    [
      'added',
      '"name":"Rex",',
      '',
      `POST /pets 201: the body must have required property 'name' {"missingProperty":"name"}`,
    ],
    ['added', '"id"', '"_id"', `POST /pets 201: the body must have required property 'id' {"missingProperty":"id"}`],
    [
      'added',
      '{',
      '{"tag":"x",',
      'POST /pets 201: the body must NOT have additional properties {"additionalProperty":"tag"}',
    ],
    [
      'lost',
      '"message"',
      '"detail"',
      `GET /pets/{petId} 404: the body must have required property 'message' {"missingProperty":"message"}`,
    ],
  ])('reports "%s" with %s replaced by %s', (sample, text, replacement, problem) => {
    expect(problemsOf(sample, replacing(text, replacement))[0]).toBe(problem);
  });
});
