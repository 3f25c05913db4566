import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import { checkAgainstDocument, type Exchange, unproducedResponses } from '@animal-store/testkit/openapi';
import { startService } from '@animal-store/testkit/service';
import { expect, it, onTestFinished } from 'vitest';

const document = createOpenApiDocument({ base: '/v1' });
const check = checkAgainstDocument(document);

/** An animal that is there, and one that is not, in responses of the service. */
const receive = async (): Promise<readonly [Exchange, Exchange]> => {
  const { baseUrl, apiKey, stop } = await startService();
  onTestFinished(async () => void (await stop()));
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  await fetch(`${baseUrl}/pets`, { method: 'POST', headers, body: '{"name":"Rex","categoryId":9223372036854775807}' });
  const get = async (id: number): Promise<Exchange> => {
    const response = await fetch(`${baseUrl}/pets/${id}`, { headers });
    const { status } = response;
    return {
      method: 'GET',
      path: `/v1/pets/${id}`,
      status,
      headers: [...response.headers],
      bodyText: await response.text(),
    };
  };
  return [await get(1), await get(2)];
};

it('a response that is not as the document says is reported', async () => {
  const [found, lost] = await receive();
  expect(check(found)).toEqual({ response: 'GET /pets/{petId} 200', problems: [] });
  expect(check(lost)).toEqual({ response: 'GET /pets/{petId} 404', problems: [] });
  expect(check({ ...found, path: '/livez' })).toEqual({ response: undefined, problems: [] });

  const without = (name: string) => [...found.headers].filter(([each]) => each !== name);
  const withHeader = (name: string, value: string, headers = [...found.headers]): Exchange => ({
    ...found,
    headers: [...headers, [name, value]],
  });
  const replaced = (exchange: Exchange, from: string, to: string): Exchange => ({
    ...exchange,
    bodyText: exchange.bodyText.replace(from, to),
  });
  const rows: readonly (readonly [problem: string, exchange: Exchange])[] = [
    ['/x-request-id must be string', withHeader('X-Request-Id', 'r2')],
    [`required property 'x-request-id'`, { ...found, headers: without('x-request-id') }],
    ['additional properties {"additionalProperty":"server"}', withHeader('server', 'x')],
    ['/content-type must be equal', withHeader('content-type', 'application/json; x=1', without('content-type'))],
    ['the body is not JSON', replaced(found, '}', '')],
    ['/name must be string', replaced(found, '"Rex"', '5')],
    [`required property 'categoryId'`, replaced(found, 'categoryId', 'status')],
    ['additional properties {"additionalProperty":"x"}', replaced(found, '"id"', '"x":1,"id"')],
    ['9007199254740991.4 is not written in plain digits', replaced(found, '9223372036854775807', '9007199254740991.4')],
    ['9223372036854775808 is not an int64', replaced(found, '9223372036854775807', '9223372036854775808')],
    ['/code must be equal to one of the allowed', replaced(lost, 'not_found', 'gone')],
    ['/status must be equal to constant', replaced(lost, ':404', ':410')],
    ['there is a body', { ...found, method: 'HEAD' }],
    ['GET /pets/{petId} 418 is not documented', { ...found, status: 418 }],
    ['otherMethods 200 is not documented', { ...found, method: 'DELETE' }],
  ];
  const reported = rows.map(([, exchange]) => check(exchange).problems.join('\n'));
  expect(reported).toEqual(rows.map(([problem]) => expect.stringContaining(problem)));
  const produced = new Set(unproducedResponses(document, new Set(['GET /pets 200'])));
  expect([produced.has('GET /pets 200'), produced.has('GET /pets 400')]).toEqual([false, true]);
});
