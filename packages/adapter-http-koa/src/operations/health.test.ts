import { expect, it, vi } from 'vitest';
import { errorBody } from '../../test/spell-request.ts';
import { startApi } from '../../test/start-api.ts';

it('is ready if the port says so, which it calls every time', async () => {
  const isReady = vi.fn(() => Promise.resolve(true)).mockResolvedValueOnce(false);
  const { send } = await startApi({ ports: { isReady } });
  const notReady = errorBody('service_unavailable', 'the service is not ready to take requests', 503);
  expect(await send('GET /readyz')).toMatchObject({ status: 503, body: notReady, headers: { 'retry-after': '1' } });
  const headers = { 'content-type': 'application/json' };
  expect(await send('GET /readyz')).toMatchObject({ status: 200, headers, body: '{"status":"ready"}' });
});

it('is live without calling any port', async () => {
  const never = vi.fn(() => new Promise<never>(() => undefined));
  const { send } = await startApi({ ports: { isReady: never, authenticate: () => never } });
  const { status, headers, body } = await send('GET /livez');
  expect([status, headers['content-type'], body]).toEqual([200, 'application/json', '{"status":"live"}']);
  expect(never).not.toHaveBeenCalled();
});
