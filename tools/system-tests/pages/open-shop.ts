import type { Browser, Page, Request } from 'playwright-core';
import { rolldown } from 'rolldown';
import { plainHost } from './launch-chromium.ts';
import type { ShopFiles } from './shop-server.ts';

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

/** The files of a shop whose client has a key. */
export const shopFiles = (bundle: string, apiKey: string): ShopFiles => ({
  '/shop/': ['text/html', html(apiKey)],
  '/shop/client.js': ['text/javascript', bundle],
});

/** Opens a shop at a port of this machine, by a host name without TLS. */
export const openShop = async (browser: Browser, port: number): Promise<Shop> => {
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
  await page.goto(`http://${plainHost}:${port}/shop/`);
  await page.waitForFunction('globalThis.client !== undefined');
  return {
    page,
    run: (statements) => page.evaluate(`(async () => {\n${statements}\n})()`),
    requests,
    faults,
  };
};
