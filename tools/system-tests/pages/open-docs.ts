import type { Browser, Page } from 'playwright-core';

// What the page must not do: break its policy (Chromium logs an error), throw, or call another host. Data URLs are the icons of the page.
const watch = (page: Page, origin: string): readonly string[] => {
  const faults: string[] = [];
  page.on('console', (message) => {
    // Chromium logs each 4xx as a failure to load.
    const isFault = message.type() === 'error' && !message.text().startsWith('Failed to load resource');
    if (isFault) faults.push(message.text());
  });
  page.on('pageerror', (error) => void faults.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) faults.push(request.url());
  });
  return faults;
};

/** Opens the documentation page of a service, in a window of a width, and waits until it shows the operations. */
export const openDocs = async (
  browser: Browser,
  origin: string,
  {
    width = 1280,
    colorScheme = 'light',
    fragment = '',
  }: { width?: number; colorScheme?: 'light' | 'dark'; fragment?: string },
) => {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  page.setDefaultTimeout(10_000);
  const faults = watch(page, origin);
  await page.goto(`${origin}/docs${fragment}`);
  await page.locator('#operations-animals-getPet').waitFor();
  /** Unfolds an operation, fills its fields, and presses "Execute". Returns the request and what the page shows. */
  const execute = async (operation: string, fields: Readonly<Record<string, string>> = {}) => {
    const element = page.locator(`#operations-animals-${operation}`);
    const control = element.locator('.opblock-summary-control');
    if ((await control.getAttribute('aria-expanded')) !== 'true') await control.click();
    for (const [name, value] of Object.entries(fields))
      await element.getByLabel(`${name} of ${operation}`, { exact: true }).fill(value);
    const responded = page.waitForResponse((response) => response.request().resourceType() === 'fetch');
    await element.getByRole('button', { name: 'Execute' }).click();
    const response = await responded;
    const shown = element.locator('.live-responses-table');
    await shown.locator('.headerline', { hasText: response.headers()['x-request-id'] ?? '' }).waitFor();
    return {
      url: response.url(),
      sent: await response.request().allHeaders(),
      status: await shown.locator('tbody .response-col_status').textContent(),
      body: await shown.locator('.highlight-code pre').textContent(),
    };
  };
  return { page, faults, execute };
};
