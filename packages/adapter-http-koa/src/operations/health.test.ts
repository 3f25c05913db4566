import { expect, it, vi } from 'vitest';
import { errorBody } from '../../test/spell-request.ts';
import { startPipeline } from '../../test/start-pipeline.ts';

it('is ready if the port says so, which it calls every time', async () => {
  const isReady = vi.fn(() => Promise.resolve(true)).mockResolvedValueOnce(false);
  const { send } = startPipeline({ isReady });
  const [refusal, response] = [await send('GET /readyz'), await send('GET /readyz')];
  expect([refusal.status, refusal.body, refusal.refusal]).toEqual([
    503,
    errorBody('service_unavailable', 'the service is not ready to take requests', 503),
    undefined,
  ]);
  expect([response.status, response.headers['content-type'], response.body]).toEqual([
    200,
    'application/json',
    '{"status":"ready"}',
  ]);
});

it('is live without calling any port', async () => {
  const never = vi.fn(() => new Promise<never>(() => undefined));
  const { send } = startPipeline({ isReady: never, authenticate: () => never });
  const { status, headers, body } = await send('GET /livez');
  expect([status, headers['content-type'], body]).toEqual([200, 'application/json', '{"status":"live"}']);
  expect(never).not.toHaveBeenCalled();
});
