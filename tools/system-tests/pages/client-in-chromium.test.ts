import { describeNeeding } from '@animal-store/testkit/needs';
import { makeApiKey, type RunningService, startService } from '@animal-store/testkit/service';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { needsChromium } from './find-chromium.ts';
import { launchChromium } from './launch-chromium.ts';
import { bundleClient, openShop, type Shop } from './open-shop.ts';

const describeClient = (): void => {
  let browser: Browser;
  let service: RunningService;
  let bundle: string;
  let shop: Shop;

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
