import { describe, expect, it } from 'vitest';
import { animal, spell, spellPost, withKey } from './spell-request.ts';
import { startApi } from './start-api.ts';

const base = 'https://api.example.com:8443/shop/v1';
const misleading = ['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: http', 'Forwarded: host=evil.example'];

describe('the configured base', () => {
  it('begins every link, unchanged', async () => {
    const api = await startApi({ options: { base } });
    const connection = await api.open();
    for (const id of [1, 2]) {
      await connection.send(spellPost(animal, ...misleading));
      expect((await connection.readResponse()).headers['location']).toBe(`${base}/pets/${id}`);
    }

    await connection.send(spell('GET http://evil.example/v1/pets?limit=1', [withKey, ...misleading]));
    const cursor = Buffer.from('1.1.').toString('base64url');
    expect((await connection.readResponse()).headers['link']).toBe(
      `<${base}/pets?limit=1&cursor=${cursor}>; rel="next"`,
    );

    await connection.send(spell('GET /v1/pets/1', [withKey, ...misleading]));
    expect((await connection.readResponse()).headers['link']).toBe(`<${base}/pets>; rel="successor-version"`);
  });

  it('does not change the paths of the API', async () => {
    const api = await startApi({ options: { base } });
    expect((await api.request(spell('GET /shop/v1/pets', [withKey]))).status).toBe(404);
  });
});
