import { expect, it } from 'vitest';
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
