import { describe, expect, it, onTestFinished } from 'vitest';
import { createAdminApi, createHttpServer, type MetricsText } from '../src/index.ts';
import { noReports } from './no-reports.ts';
import { openConnection, type RawConnection } from './raw-connection.ts';
import { errorBody, spell } from './spell-request.ts';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';
const metrics: MetricsText = { contentType, read: () => Promise.resolve('up 1\n') };

const startAdmin = async (source: MetricsText): Promise<RawConnection> => {
  const server = createHttpServer(createAdminApi(source), noReports);
  onTestFinished(() => server.stop(0));
  return openConnection((await server.listen(0, '127.0.0.1')).port);
};

describe('the admin API', () => {
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
    expect([head.status, head.headers['content-type'], head.headers['content-length']]).toEqual([
      200,
      contentType,
      '5',
    ]);
  });

  it('responds to everything else with an Error', async () => {
    const connection = await startAdmin(metrics);
    for (const [request, status, code] of [
      ['GET /v1/pets', 404, 'not_found'],
      ['GET /metrics/', 404, 'not_found'],
      ['POST /metrics', 405, 'method_not_allowed'],
      ['GET /metrics#x', 400, 'invalid_request'],
    ] as const) {
      const { status: actual, headers, body } = await connection.request(spell(request));
      expect([actual, headers['content-type']]).toEqual([status, 'application/json']);
      expect(JSON.parse(body)).toEqual({ code, message: expect.any(String), status });
    }
  });

  it('reveals nothing about a bug', async () => {
    const read = (): Promise<never> => Promise.reject(new Error('secret'));
    const connection = await startAdmin({ contentType, read });
    const { status, headers, body } = await connection.request(spell('GET /metrics'));
    const message = 'the service failed; the log has the reason under this X-Request-Id';
    expect([status, body]).toEqual([500, errorBody('internal_error', message, 500)]);
    expect(headers['content-type']).toBe('application/json');
  });
});
