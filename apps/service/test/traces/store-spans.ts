import { logLines, startWithIssuedKey } from '@animal-store/testkit/service';
import { expect } from 'vitest';
import { secret } from '../hostile-messages.ts';
import { startCollector } from './collector.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';

/**
 * Sends requests to a service on a store, the last one after `fail` has made each addition fail. Expects the spans of the driver
 * below those of the requests, with the attributes alone that are listed. Returns the texts of the statements.
 */
export const expectStoreSpans = async (
  store: Readonly<Record<string, string>>,
  scope: string,
  attributes: readonly string[],
  fail: () => Promise<unknown>,
): Promise<readonly string[]> => {
  const { variables, spans } = await startCollector();
  const service = await startWithIssuedKey({ ...store, ...variables });
  const authorization = { Authorization: `Bearer ${service.apiKey}` };
  const send = async (headers: Readonly<Record<string, string>>, body?: string): Promise<number> => {
    const request = { headers: { ...authorization, ...headers }, ...(body !== undefined && { method: 'POST', body }) };
    return (await fetch(`${service.baseUrl}/pets${body === undefined ? '?limit=7&status=sold' : ''}`, request)).status;
  };
  const animal = `{"name":"${secret}","categoryId":8070605040302}`;
  const json = { 'Content-Type': 'application/json', traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  expect([await send({}), await send({ ...json, 'Idempotency-Key': secret }, animal)]).toEqual([200, 201]);
  await fail();
  expect(await send(json, animal)).toBe(500);
  expect(await service.stop()).toBe(0);

  const requests = spans().filter((span) => span.scope === 'store');
  const statements = spans().filter((span) => span.scope === scope);
  expect([requests.length, requests.length + statements.length]).toEqual([3, spans().length]);
  expect(new Set(statements.flatMap((span) => Object.keys(span.attributes)))).toEqual(new Set(attributes));
  expect(new Set(statements.map(({ traceId }) => traceId))).toEqual(new Set(requests.map(({ traceId }) => traceId)));
  expect(spans().flatMap(({ status, events, links }) => [...events, ...links, ...(status.message ?? [])])).toEqual([]);
  expect(requests.map(({ status }) => status.code === 2).toSorted()).toEqual([false, false, true]);
  const ids = logLines(service.process).flatMap(({ traceId }) => (traceId === undefined ? [] : [traceId]));
  expect(ids.toSorted()).toEqual(requests.map(({ traceId }) => traceId).toSorted());
  const sent = JSON.stringify(spans());
  for (const value of [secret, '8070605040302', service.apiKey, service.apiKey.split('_')[1], 's3cret', '127.0.0.1'])
    expect(sent).not.toContain(value);
  return statements.flatMap((span) => String(span.attributes['db.query.text'] ?? []));
};
