import type { RunningService } from '@animal-store/testkit/service';
import type { Browser, Page, Request } from 'playwright-core';
import { rolldown } from 'rolldown';
import { plainHost } from './launch-chromium.ts';

/** A page of the service's own origin, which has loaded the bundled client and made one with a key. */
export interface Shop {
  readonly page: Page;
  /** Runs statements in the page, which have `client` and the `api` of the package. Returns their result. */
  readonly run: <A>(statements: string) => Promise<A>;
  /** The requests of the page to the API. */
  readonly requests: readonly Request[];
  /** The errors and console messages of the page. */
  readonly faults: readonly string[];
}

/** The client as an application ships it: one file for a browser. */
export const bundleClient = async (): Promise<string> => {
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
export const openShop = async (
  browser: Browser,
  { origin, apiKey }: Pick<RunningService, 'origin' | 'apiKey'>,
  bundle: string,
): Promise<Shop> => {
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
    run: (statements) => page.evaluate(`(async () => {\n${statements}\n})()`),
    requests,
    faults,
  };
};
