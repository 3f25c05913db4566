import { expect, it } from 'vitest';
import { createAdminApp, type MetricsText } from '../src/index.ts';
import { commonHeaders, errorBody, spell } from './spell-request.ts';
import { startApi } from './start-api.ts';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

const startAdmin = (read: MetricsText['read']) => startApi({ around: () => createAdminApp({ contentType, read }) });

it('returns the metrics unchanged, without a key', async () => {
  const { request } = await startAdmin(() => Promise.resolve('up 1\n'));
  expect(await request(spell('GET /metrics', ['X-Request-Id: mine']))).toEqual({
    status: 200,
    body: 'up 1\n',
    headers: {
      date: expect.any(String),
      connection: 'keep-alive',
      'keep-alive': 'timeout=65',
      ...commonHeaders('mine'),
      'content-type': contentType,
      'content-length': '5',
    },
  });
  expect(await request(spell('HEAD /metrics'))).toMatchObject({ status: 200, headers: { 'content-length': '5' } });
});

it.each([
  ['GET /livez', 404, 'not_found', 'there is nothing at this path'],
  ['POST /metrics', 405, 'method_not_allowed', 'the method must be one of GET, HEAD, OPTIONS'],
  ['GET /metrics', 500, 'internal_error', 'the service failed; the log has the reason under this X-Request-Id'],
])('responds to %s with an Error %i that reveals nothing about a bug', async (line, status, code, message) => {
  const { request } = await startAdmin(() => Promise.reject(new Error('secret')));
  const headers = { 'content-type': 'application/json' };
  expect(await request(spell(line))).toMatchObject({ status, headers, body: errorBody(code, message, status) });
});
