import { describe, expect, it, vi } from 'vitest';
import { errorBody, spell } from './spell-request.ts';
import { startApi } from './start-api.ts';

describe('health', () => {
  it('is ready if the port says so, which it calls every time', async () => {
    const isReady = vi.fn(() => Promise.resolve(true)).mockResolvedValueOnce(false);
    const api = await startApi({ ports: { isReady } });
    const connection = await api.open();
    const refusal = await connection.request(spell('GET /readyz'));
    expect([refusal.status, refusal.headers['content-type'], refusal.body]).toEqual([
      503,
      'application/json',
      errorBody('service_unavailable', 'the service is not ready to take requests', 503),
    ]);
    const response = await connection.request(spell('GET /readyz'));
    expect([response.status, response.body]).toEqual([200, '{"status":"ready"}']);
    expect(isReady).toHaveBeenCalledTimes(2);
  });

  it('is live without calling any port', async () => {
    const never = vi.fn(() => new Promise<never>(() => undefined));
    const api = await startApi({ ports: { isReady: never, authenticate: () => never } });
    const response = await api.request(spell('GET /livez'));
    expect([response.status, response.headers['content-type'], response.body]).toEqual([
      200,
      'application/json',
      '{"status":"live"}',
    ]);
    expect(never).not.toHaveBeenCalled();
  });
});
