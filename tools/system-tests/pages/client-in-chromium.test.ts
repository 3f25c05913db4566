import { projectFile } from '@animal-store/testkit/project-file';
import { startService } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import { describeInChromium, openPage, plainHost } from './chromium.ts';

const html = (apiKey: string): string => `<!doctype html>
<link rel="icon" href="data:,">
<script type="module">
  import * as api from './client/index.js';
  const client = api.createAnimalStoreClient({ baseUrl: '/v1', apiKey: '${apiKey}' });
  Object.assign(globalThis, { api, client });
</script>`;

describeInChromium('the client in Chromium', {}, (running) => {
  // The page has the origin of the service, as behind a proxy in front of both, and loads the compiled modules of the client.
  it('needs no TLS, and calls a service at another origin if that lists the origin of the page', async () => {
    const { origin, baseUrl, apiKey } = running.service;
    const { page, faults } = await openPage(running.browser);
    await page.route('**/shop/', (route) => route.fulfill({ contentType: 'text/html', body: html(apiKey) }));
    await page.route('**/shop/client/**', (route) => {
      const [, file = ''] = route.request().url().split('/shop/client/');
      return route.fulfill({ contentType: 'text/javascript', path: projectFile(`packages/client/dist/${file}`) });
    });
    await page.goto(`${origin.replace('127.0.0.1', plainHost)}/shop/`);
    await page.waitForFunction('globalThis.client !== undefined');
    const env = { CORS_ORIGINS: new URL(page.url()).origin, RATE_LIMIT: '5/60s' };
    const listing = await startService(env);
    const outcome = await page.evaluate(`(async () => {
      const notices = [];
      const onDeprecation = ({ sunset }) => notices.push(sunset);
      const connect = (baseUrl, apiKey) => api.createAnimalStoreClient({ baseUrl, apiKey, onDeprecation, retries: 0 });
      const keep = ({ code, retryAfter, requestId }) => [code, retryAfter > 0, typeof requestId];
      const elsewhere = connect('${listing.origin}/v1', '${listing.apiKey}');
      const added = await elsewhere.addPet({ name: 'Ada', categoryId: 2n ** 63n - 1n });
      await elsewhere.addPet({ name: 'Bo', categoryId: 1 });
      const { next } = await elsewhere.listPets({ limit: 1 });
      await elsewhere.getPet(added.id);
      return {
        hasTls: [isSecureContext, typeof crypto.randomUUID],
        here: await client.addPet({ name: 'Cy', categoryId: 1 }),
        added,
        second: (await elsewhere.listPets(next)).pets,
        notices,
        limited: await elsewhere.listPets().catch(keep),
        unlisted: await connect('${baseUrl}', '${apiKey}').listPets().catch(keep),
      };
    })()`);
    expect(outcome).toEqual({
      hasTls: [false, 'undefined'],
      here: { id: 1n, name: 'Cy', categoryId: 1n },
      added: { id: 1n, name: 'Ada', categoryId: 9223372036854775807n },
      second: [{ id: 2n, name: 'Bo', categoryId: 1n }],
      notices: [new Date('2030-12-05T00:00:00Z')],
      limited: ['rate_limited', true, 'string'],
      unlisted: ['connection_failed', false, 'undefined'],
    });
    expect(faults).toEqual([expect.stringContaining('blocked by CORS policy')]);
  });
});
