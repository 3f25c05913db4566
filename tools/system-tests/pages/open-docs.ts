import { createHash } from 'node:crypto';
import type { Browser, Locator, Page, ViewportSize } from 'playwright-core';

const reportViolations = `document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  console.log('violation: ' + effectiveDirective + ' ' + blockedURI);
});`;

// Data URLs have no host: the icons of the page, and downloads from it.
const isInside = (url: string): boolean => /^(?:data|blob):/.test(url);

const watch = async (page: Page, origin: string): Promise<readonly string[]> => {
  const faults: string[] = [];
  await page.addInitScript(reportViolations);
  page.on('console', (message) => {
    const text = message.text();
    // Chromium logs each 4xx as a failure to load.
    const isFault = message.type() === 'error' && !text.startsWith('Failed to load resource');
    if (isFault || text.startsWith('violation: ')) faults.push(text);
  });
  page.on('pageerror', (error) => void faults.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!isInside(url) && new URL(url).origin !== origin) faults.push(`request: ${url}`);
  });
  return faults;
};

const headerOf = (line: string): readonly [string, string] => {
  const [, name = '', value = ''] = /^([^:]+): (.*)$/s.exec(line.trim()) ?? [];
  return [name, value];
};

/** An unfolded operation of the page. */
const operationIn = (page: Page, element: Locator) => ({
  element,
  fill: (parameter: string, value: string) => element.locator(`tr[data-param-name="${parameter}"] input`).fill(value),
  fillBody: (json: string) => element.locator('textarea').fill(json),
  /** Presses "Execute" and waits until the page shows the response. */
  execute: async () => {
    const responded = page.waitForResponse((response) => response.request().resourceType() === 'fetch');
    await element.getByRole('button', { name: 'Execute' }).click();
    const requestId = (await responded).headers()['x-request-id'] ?? '';
    const shown = element.locator('.live-responses-table');
    await shown.locator('.headerline', { hasText: requestId }).waitFor();
    const headers = await shown.locator('.headerline').allTextContents();
    return {
      status: /\d+/.exec((await shown.locator('tbody .response-col_status').textContent()) ?? '')?.[0] ?? '',
      body: (await shown.locator('.highlight-code pre').textContent()) ?? '',
      headers: Object.fromEntries(headers.map(headerOf)),
    };
  },
});

/** Opens the documentation page of a service in a window of a size. */
export const openDocs = async (
  browser: Browser,
  origin: string,
  viewport: ViewportSize,
  colorScheme: 'light' | 'dark' = 'light',
  fragment = '',
) => {
  const page = await browser.newPage({ viewport, colorScheme });
  page.setDefaultTimeout(10_000);
  const faults = await watch(page, origin);
  await page.goto(`${origin}/docs${fragment}`);
  return {
    page,
    /** The forbidden actions of the page: breaking its policy, calling another host, and throwing. */
    faults,
    enterKey: async (key: string) => {
      await page.getByRole('button', { name: 'Authorize' }).click();
      const dialog = page.locator('.dialog-ux');
      await dialog.locator('input').fill(key);
      await dialog.getByRole('button', { name: 'Authorize' }).click();
      await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
    },
    /** A digest of the visible texts down to an operation, which a photograph of that part has beside it. */
    digestDownTo: async (operationId: string) => {
      await page.getByText('The service is ready').waitFor();
      const visible = (selector: string) => page.evaluate<string>(`document.querySelector('${selector}').innerText`);
      const last = await visible(`#operations-animals-${operationId}`);
      const [before = ''] = (await visible('body')).split(last);
      return createHash('sha256').update(`${before}${last}`.replaceAll(origin, '')).digest('hex');
    },
    unfold: async (operationId: string) => {
      const element = page.locator(`#operations-animals-${operationId}`);
      const control = element.locator('.opblock-summary-control');
      if ((await control.getAttribute('aria-expanded')) !== 'true') await control.click();
      await element.getByRole('button', { name: 'Execute' }).waitFor();
      return operationIn(page, element);
    },
  };
};
