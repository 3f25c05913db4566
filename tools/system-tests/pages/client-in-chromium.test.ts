import { describeNeeding } from '@animal-store/testkit/needs';
import { makeApiKey, type RunningService, startService } from '@animal-store/testkit/service';
import type { Browser, Request } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { needsChromium } from './find-chromium.ts';
import { launchChromium, plainHost } from './launch-chromium.ts';

/** The client as an application ships it: one file for a browser. */
const bundleClient = async (): Promise<string> => {
  const build = await rolldown({
    cwd: import.meta.dirname,
    input: '@animal-store/client',
    platform: 'browser',
    resolve: { conditionNames: ['@animal-store/source'] },
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  return output[0].code;
};

const html = (apiKey: string): string => `<!doctype html>
<link rel="icon" href="data:,">
<script type="module">
  import * as api from './client.js';
  const client = api.createAnimalStoreClient({ baseUrl: '/v1', apiKey: '${apiKey}' });
  Object.assign(globalThis, { api, client });
</script>`;

/**
 * Opens a page by a host name without TLS, whose client has a key. Its files are the test's own; all other requests to its
 * origin go to the service, as through a proxy in front of both.
 */
const openShop = async (
  browser: Browser,
  { origin, apiKey }: Pick<RunningService, 'origin' | 'apiKey'>,
  bundle: string,
) => {
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
  const shop = `http://${plainHost}`;
  await page.route(`${shop}/**`, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(shop, origin) });
    await route.fulfill({ response });
  });
  await page.route(`${shop}/shop/`, (route) => route.fulfill({ contentType: 'text/html', body: html(apiKey) }));
  await page.route(`${shop}/shop/client.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: bundle }),
  );
  await page.goto(`${shop}/shop/`);
  await page.waitForFunction('globalThis.client !== undefined');
  return {
    page,
    /** Runs statements in the page, which have `client` and the `api` of the package. Returns their result. */
    run: <A>(statements: string): Promise<A> => page.evaluate(`(async () => {\n${statements}\n})()`),
    /** The requests of the page to the API. */
    requests,
    /** The errors and console messages of the page. */
    faults,
  };
};

const describeClient = (): void => {
  let browser: Browser;
  let service: RunningService;
  let bundle: string;
  let shop: Awaited<ReturnType<typeof openShop>>;

  beforeAll(async () => {
    [service, bundle, browser] = await Promise.all([startService(), bundleClient(), launchChromium()]);
  }, 60_000);

  beforeEach(async () => {
    shop = await openShop(browser, service, bundle);
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('aborts a request in flight, and one that takes too long', async () => {
    const { page, run } = shop;
    await page.route('**/v1/pets?limit=*', () => undefined);
    const sent = page.waitForRequest('**/v1/pets?limit=7');
    await run(`
      globalThis.controller = new AbortController();
      globalThis.outcome = client.listPets({ limit: 7 }, { signal: controller.signal }).catch((error) => error);
    `);
    await sent;
    const [failed, hasReason] = await Promise.all([
      page.waitForEvent('requestfailed'),
      run(`
        const reason = new Error('closed by its reader');
        controller.abort(reason);
        return (await outcome) === reason;
      `),
    ]);
    expect([failed.failure()?.errorText, hasReason]).toEqual(['net::ERR_ABORTED', true]);

    const late = 'client.listPets({ limit: 8 }, { attemptTimeout: 50, retries: 0 }).catch(({ code }) => code)';
    expect(await run(`return ${late};`)).toBe('timed_out');
    expect(shop.faults).toEqual([]);
  });

  it('follows no redirect', async () => {
    const elsewhere = { status: 307, headers: { Location: '/livez' } };
    await shop.page.route('**/v1/pets?limit=*', (route) => route.fulfill(elsewhere));
    expect(await shop.run('return client.listPets({ limit: 7 }).catch(({ code, status }) => [code, status])')).toEqual([
      'unexpected_response',
      0,
    ]);
  });

  it('calls a service at another origin, if the service lists the origin of the page', async () => {
    const origin = new URL(shop.page.url()).origin;
    const env = { CORS_ORIGINS: `https://other.example,${origin}`, RATE_LIMIT: '6/60s' };
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
        invalid: await elsewhere.listPets({ limit: 101 }).catch(keep),
        limited: await elsewhere.listPets().catch(keep),
        unauthorized: await connect('${listing.origin}/v1', '${makeApiKey()}').listPets().catch(keep),
        unlisted: await connect('${service.origin}/v1', '${service.apiKey}').listPets().catch(keep),
      };
    `);
    expect(outcome).toEqual({
      added: { id: 1n, name: 'Ada', categoryId: 9223372036854775807n },
      second: [{ id: 2n, name: 'Bo', categoryId: 1n }],
      notices: [new Date('2030-12-05T00:00:00Z')],
      invalid: ['invalid_parameter', false, 'string'],
      limited: ['rate_limited', true, 'string'],
      unauthorized: ['unauthorized', false, 'string'],
      unlisted: ['connection_failed', false, 'undefined'],
    });
    expect(shop.faults).toEqual([expect.stringContaining('blocked by CORS policy')]);
  });

  it('needs neither TLS nor a preflight nor additional headers', async () => {
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
};

describeNeeding(needsChromium, 'the client in Chromium', describeClient, { timeout: 60_000 });
