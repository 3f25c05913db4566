import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import {
  checkAgainstDocument,
  type Exchange,
  unproducedResponses,
} from '@animal-store/testkit/openapi/check-against-document';
import { startService } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';

const document = createOpenApiDocument({ base: '/v1' });
const check = checkAgainstDocument(document);

it('reports each way in which a response differs from the document', async () => {
  const { origin, apiKey } = await startService();
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const send = async (method: string, path: string, body?: string): Promise<Exchange> => {
    const response = await fetch(origin + path, { method, headers, body: body ?? null });
    const { status, headers: received } = response;
    return { method, path, status, headers: [...received], bodyText: await response.text() };
  };
  await send('POST', '/v1/pets', '{"name":"Rex","categoryId":9223372036854775807}');
  const [found, lost] = [await send('GET', '/v1/pets/1'), await send('GET', '/v1/pets/2')];
  expect(check(found)).toEqual({ response: 'GET /pets/{petId} 200', problems: [] });
  expect(check(lost)).toEqual({ response: 'GET /pets/{petId} 404', problems: [] });
  expect(check({ ...found, path: '/livez' })).toEqual({ response: undefined, problems: [] });

  const also = (name: string, value: string): Exchange => ({ ...found, headers: [...found.headers, [name, value]] });
  const change = (exchange: Exchange, from: string, to: string): Exchange =>
    JSON.parse(JSON.stringify(exchange).replace(from, to));
  const body = (from: string, to: string): Exchange => ({ ...found, bodyText: found.bodyText.replace(from, to) });
  const rows: readonly (readonly [problem: string, exchange: Exchange])[] = [
    ['/x-request-id must be string', also('X-Request-Id', 'r2')],
    [`required property 'x-request-id'`, change(found, 'x-request-id', 'date')],
    ['additional properties {"additionalProperty":"server"}', also('server', 'x')],
    ['/content-type must be equal', change(found, 'application/json', 'application/json; x=1')],
    ['the body is not JSON', body('}', '')],
    ['additional properties {"additionalProperty":"x"}', body('"id"', '"x":1,"id"')],
    ['9007199254740991.4 is not written in plain digits', body('9223372036854775807', '9007199254740991.4')],
    ['9223372036854775808 is not an int64', body('9223372036854775807', '9223372036854775808')],
    ['/code must be equal to one of the allowed', change(lost, 'not_found', 'gone')],
    ['/status must be equal to constant', change(lost, ':404}', ':410}')],
    ['there is a body', { ...found, method: 'HEAD' }],
    ['GET /pets/{petId} 418 is not documented', { ...found, status: 418 }],
    ['otherMethods 200 is not documented', { ...found, method: 'MKCALENDAR' }],
  ];
  const reported = rows.map(([, exchange]) => check(exchange).problems.join('\n'));
  expect(reported).toEqual(rows.map(([problem]) => expect.stringContaining(problem)));
});

it('finds what is documented and was not produced', () => {
  const missing = unproducedResponses(document, new Set(['GET /pets 200']));
  expect([missing.includes('GET /pets 200'), missing.includes('GET /pets 400')]).toEqual([false, true]);
});
