import { projectFile } from '@animal-store/testkit/project-file';
import { startService } from '@animal-store/testkit/service';
import { expect, it, onTestFinished } from 'vitest';
import { describeInChromium, openPage, plainHost } from './chromium.ts';

const html = (apiKey: string): string => `<!doctype html>
<link rel="icon" href="data:,">
<script type="module">
  import * as api from './client/index.js';
  const client = api.createAnimalStoreClient({ baseUrl: '/v1', apiKey: '${apiKey}' });
  Object.assign(globalThis, { api, client });
</script>`;

describeInChromium('the client in Chromium', {}, (running) => {
  /**
   * Opens a page by a host name without TLS, at the origin of the service, as behind a proxy in front of both. It loads the
   * compiled modules of the client as they are. Returns what runs statements in the page, which have `client` and the `api`
   * of the package.
   */
  const openShop = async () => {
    const { origin, apiKey } = running.service;
    const { page, faults } = await openPage(running.browser);
    await page.route('**/shop/', (route) => route.fulfill({ contentType: 'text/html', body: html(apiKey) }));
    await page.route('**/shop/client/**', (route) => {
      const [, file = ''] = route.request().url().split('/shop/client/');
      return route.fulfill({ contentType: 'text/javascript', path: projectFile(`packages/client/dist/${file}`) });
    });
    await page.goto(`${origin.replace('127.0.0.1', plainHost)}/shop/`);
    await page.waitForFunction('globalThis.client !== undefined');
    const run = <A>(statements: string): Promise<A> => page.evaluate(`(async () => {\n${statements}\n})()`);
    return { page, run, faults };
  };

  it('needs no TLS', async () => {
    const { run, faults } = await openShop();
    expect(await run('return [isSecureContext, typeof crypto.randomUUID]')).toEqual([false, 'undefined']);
    await run("await client.addPet({ name: 'Ada', categoryId: 1 })");
    expect(await run('return (await client.listPets()).pets')).toEqual([{ id: 1n, name: 'Ada', categoryId: 1n }]);
    expect(faults).toEqual([]);
  });

  it('calls a service at another origin, if the service lists the origin of the page', async () => {
    const { page, run, faults } = await openShop();
    const env = { CORS_ORIGINS: new URL(page.url()).origin, RATE_LIMIT: '5/60s' };
    const listing = await startService({ env });
    onTestFinished(async () => void (await listing.stop()));
    const outcome = await run(`
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
        added,
        second: (await elsewhere.listPets(next)).pets,
        notices,
        limited: await elsewhere.listPets().catch(keep),
        unlisted: await connect('${running.service.baseUrl}', '${running.service.apiKey}').listPets().catch(keep),
      };
    `);
    expect(outcome).toEqual({
      added: { id: 1n, name: 'Ada', categoryId: 9223372036854775807n },
      second: [{ id: 2n, name: 'Bo', categoryId: 1n }],
      notices: [new Date('2030-12-05T00:00:00Z')],
      limited: ['rate_limited', true, 'string'],
      unlisted: ['connection_failed', false, 'undefined'],
    });
    expect(faults).toEqual([expect.stringContaining('blocked by CORS policy')]);
  });
});
