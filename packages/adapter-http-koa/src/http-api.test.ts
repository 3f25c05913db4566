import { taskEither as TE } from 'fp-ts';
import { expect, it } from 'vitest';
import { apiRequest } from '../test/api-request.ts';
import { createGate, storeWith } from '../test/fake-ports.ts';
import { animal } from '../test/spell-request.ts';
import { startPipeline } from '../test/start-pipeline.ts';

it('begins every link with the configured base, whatever the client sends, and keeps the paths of the API', async () => {
  const base = 'https://api.example.com:8443/shop/v1';
  const { send } = startPipeline({}, { base });
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
  };
  for (const id of [1, 2]) {
    expect((await send('POST /v1/pets', { body: animal, headers })).headers['location']).toBe(`${base}/pets/${id}`);
  }
  const cursor = Buffer.from('1.1.').toString('base64url');
  expect((await send('GET http://evil.example/v1/pets?limit=1', { headers })).headers['link']).toBe(
    `<${base}/pets?limit=1&cursor=${cursor}>; rel="next"`,
  );
  expect((await send('GET /v1/pets/1', { headers })).headers['link']).toBe(`<${base}/pets>; rel="successor-version"`);
  expect((await send('GET /shop/v1/pets')).status).toBe(404);
});

it('tells what is in use, and lets one key read its share', async () => {
  const door = createGate();
  const store = storeWith({ listPets: () => door.hold(TE.right({ pets: [] })) });
  const options = { maxBytesBeingRead: 100_000, maxKeySharePercent: 50, maxListWait: 0 };
  const { respond, usage } = startPipeline({ store }, options);
  const first = respond(apiRequest('GET /v1/pets?limit=25'));
  await door.held();
  expect(usage()).toEqual({ requests: 1, unauthenticatedRequests: 0, bytes: 0, bytesBeingRead: 25 * 1_024 });
  const second = respond(apiRequest('GET /v1/pets?limit=23'));
  await door.held(2);
  expect((await respond(apiRequest('GET /v1/pets?limit=1'))).status).toBe(429);
  door.open();
  for (const { status, release } of [await first, await second]) {
    expect(status).toBe(200);
    release?.();
  }
  expect(usage()).toEqual({ requests: 1, unauthenticatedRequests: 0, bytes: 0, bytesBeingRead: 0 });
});
