import { describeNeeding } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { type RunningService, startService } from '@animal-store/testkit/service';
import type { Browser, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { launchChromium, needsChromium, plainHost } from './chromium.ts';

const html = (apiKey: string): string => `<!doctype html>
<link rel="icon" href="data:,">
<script type="module">
  import * as api from './client/index.js';
  const client = api.createAnimalStoreClient({ baseUrl: '/v1', apiKey: '${apiKey}' });
  Object.assign(globalThis, { api, client });
</script>`;

/**
 * Opens a page by a host name without TLS, at the origin of the service, as behind a proxy in front of both. It loads the
 * compiled modules of the client as they are.
 */
const openShop = async (browser: Browser, { origin, apiKey }: RunningService) => {
  const page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  const faults: string[] = [];
  const requests: Request[] = [];
  page.on('console', (message) => {
    // Chromium logs each 4xx as a failure to load.
    if (!message.text().startsWith('Failed to load resource')) faults.push(message.text());
  });
  page.on('pageerror', (error) => void faults.push(String(error)));
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/v1/')) requests.push(request);
  });
  await page.route('**/shop/', (route) => route.fulfill({ contentType: 'text/html', body: html(apiKey) }));
  await page.route('**/shop/client/**', (route) => {
    const [, file = ''] = route.request().url().split('/shop/client/');
    return route.fulfill({ contentType: 'text/javascript', path: projectFile(`packages/client/dist/${file}`) });
  });
  await page.goto(`${origin.replace('127.0.0.1', plainHost)}/shop/`);
  await page.waitForFunction('globalThis.client !== undefined');
  /** Runs statements in the page, which have `client` and the `api` of the package. Returns their result. */
  const run = <A>(statements: string): Promise<A> => page.evaluate(`(async () => {\n${statements}\n})()`);
  return { page, run, requests, faults };
};

const describeClient = (): void => {
  let browser: Browser;
  let service: RunningService;
  let shop: Awaited<ReturnType<typeof openShop>>;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), launchChromium()]);
  }, 60_000);
  beforeEach(async () => {
    shop = await openShop(browser, service);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('needs neither TLS nor additional headers', async () => {
    expect(await shop.run('return [isSecureContext, typeof crypto.randomUUID]')).toEqual([false, 'undefined']);
    await shop.run("await client.addPet({ name: 'Ada', categoryId: 1 }); await client.listPets();");
    const ofBrowser = /^(host|connection|content-length|user-agent|origin|referer|accept-.*|sec-.*)$/;
    const sent = shop.requests.map(async (request) => {
      const headers = (await request.headersArray()).map(({ name }) => name.toLowerCase());
      return [request.method(), ...headers.filter((name) => !ofBrowser.test(name))];
    });
    expect(await Promise.all(sent)).toEqual([
      ['POST', 'accept', 'authorization', 'content-type', 'idempotency-key'],
      ['GET', 'accept', 'authorization'],
    ]);
    expect(shop.faults).toEqual([]);
  });

  // A browser shows only that the response is a redirect.
  it('follows no redirect', async () => {
    const elsewhere = { status: 307, headers: { Location: '/livez' } };
    await shop.page.route('**/v1/pets?limit=8', (route) => route.fulfill(elsewhere));
    const outcome = await shop.run('return client.listPets({ limit: 8 }).catch(({ code, status }) => [code, status])');
    expect(outcome).toEqual(['unexpected_response', 0]);
  });

  it('ends a request with the reason of the page', async () => {
    await shop.page.route('**/v1/pets', () => undefined);
    const ended = 'client.listPets({}, { signal: controller.signal }).catch((error) => error)';
    const aborted = `const controller = new AbortController(); setTimeout(() => controller.abort('closed'), 50); return ${ended};`;
    expect(await shop.run(aborted)).toBe('closed');
  });

  it('calls a service at another origin, if the service lists the origin of the page', async () => {
    const env = { CORS_ORIGINS: new URL(shop.page.url()).origin, RATE_LIMIT: '5/60s' };
    const listing = await startService({ env });
    onTestFinished(async () => void (await listing.stop()));
    const outcome = await shop.run(`
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
        unlisted: await connect('${service.origin}/v1', '${service.apiKey}').listPets().catch(keep),
      };
    `);
    expect(outcome).toEqual({
      added: { id: 1n, name: 'Ada', categoryId: 9223372036854775807n },
      second: [{ id: 2n, name: 'Bo', categoryId: 1n }],
      notices: [new Date('2030-12-05T00:00:00Z')],
      limited: ['rate_limited', true, 'string'],
      unlisted: ['connection_failed', false, 'undefined'],
    });
    expect(shop.faults).toEqual([expect.stringContaining('blocked by CORS policy')]);
  });
};

describeNeeding(needsChromium, 'the client in Chromium', describeClient, { timeout: 60_000 });
