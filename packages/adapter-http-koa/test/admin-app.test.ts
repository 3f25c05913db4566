import { expect, it, onTestFinished } from 'vitest';
import { createAdminApp, createHttpServer, type MetricsText } from '../src/index.ts';
import { noReports } from './no-reports.ts';
import { openConnection, type RawConnection } from './raw-connection.ts';
import { errorBody, spell } from './spell-request.ts';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';
const metrics: MetricsText = { contentType, read: () => Promise.resolve('up 1\n') };

const startAdmin = async (source: MetricsText): Promise<RawConnection> => {
  const server = createHttpServer(createAdminApp(source), noReports);
  onTestFinished(() => server.stop(0));
  return openConnection((await server.listen(0, '127.0.0.1')).port);
};

it('returns the metrics unchanged, without a key', async () => {
  const connection = await startAdmin(metrics);
  expect(await connection.request(spell('GET /metrics', ['X-Request-Id: mine']))).toEqual({
    status: 200,
    body: 'up 1\n',
    headers: {
      date: expect.any(String),
      connection: 'keep-alive',
      'keep-alive': 'timeout=65',
      'x-request-id': 'mine',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': contentType,
      'content-length': '5',
    },
  });
  const head = await connection.request(spell('HEAD /metrics'));
  expect([head.status, head.headers['content-type'], head.headers['content-length']]).toEqual([200, contentType, '5']);
});

it.each([
  ['GET /livez', 404, 'not_found', 'there is nothing at this path'],
  ['POST /metrics', 405, 'method_not_allowed', 'the method must be one of GET, HEAD, OPTIONS'],
  ['GET /metrics', 500, 'internal_error', 'the service failed; the log has the reason under this X-Request-Id'],
])('responds to %s with an Error %i that reveals nothing about a bug', async (request, expected, code, message) => {
  const connection = await startAdmin({ contentType, read: () => Promise.reject(new Error('secret')) });
  const { status, headers, body } = await connection.request(spell(request));
  expect([status, headers['content-type'], body]).toEqual([
    expected,
    'application/json',
    errorBody(code, message, expected),
  ]);
});
