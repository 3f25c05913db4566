import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describeNeeding } from '@animal-store/testkit/needs';
import { type RunningService, startService } from '@animal-store/testkit/service';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium, needsChromium } from './chromium.ts';
import { openDocs } from './open-docs.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const largest = '9223372036854775807';

const describePage = (): void => {
  let browser: Browser;
  let service: RunningService;
  beforeAll(async () => {
    const env = { BASE_URL: 'https://api.example.com/shop/v1', STAGING_BASE_URL: 'https://staging.example.com/v1' };
    [service, browser] = await Promise.all([startService({ env }), launchChromium()]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('calls the origin that it came from, whatever the addresses for clients, and shows an error unchanged', async () => {
    const { page, faults, execute } = await openDocs(browser, service.origin, {});
    const { url, status, body } = await execute('addPet');
    expect([url, status, JSON.parse(body ?? '')]).toEqual([
      `${service.origin}/v1/pets`,
      '401',
      { code: 'unauthorized', message: 'a valid API key is needed: Authorization: Bearer <API_KEY>', status: 401 },
    ]);
    expect(await page.locator('.info li').allTextContents()).toEqual([
      'openapi.json',
      'This server: https://api.example.com/shop/v1',
      'Staging: https://staging.example.com/v1',
    ]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('takes the key from the fragment, keeps it nowhere, and shows every digit', async () => {
    const { page, faults, execute } = await openDocs(browser, service.origin, { fragment: `#key=${service.apiKey}` });
    expect(await page.evaluate('[location.hash, localStorage.length, sessionStorage.length, document.cookie]')).toEqual(
      [...['', 0, 0, '']],
    );
    const pet = (name: string, id: number) => `{\n  "id": ${id},\n  "name": "${name}",\n  "categoryId": ${largest}\n}`;
    const added = await execute('addPet', { body: `{"name":"Ada","categoryId":${largest}}` });
    expect([added.status, added.body]).toEqual(['201', pet('Ada', 1)]);
    expect(added.sent).toMatchObject({ authorization: `Bearer ${service.apiKey}` });
    // An example of it would make a second animal the first one again.
    expect(added.sent).not.toHaveProperty('idempotency-key');
    expect((await execute('addPet', { body: `{"name":"Bo","categoryId":${largest}}` })).body).toBe(pet('Bo', 2));

    const listed = await execute('listPets', { limit: '1' });
    expect([listed.url, listed.body]).toEqual([
      `${service.origin}/v1/pets?limit=1`,
      `[\n${pet('Ada', 1).replaceAll(/^/gm, '  ')}\n]`,
    ]);
    expect((await execute('getPet', { petId: '2' })).body).toBe(pet('Bo', 2));
    expect(faults).toEqual([]);
    await page.close();
  });

  it('can be used by keyboard alone', async () => {
    const { page } = await openDocs(browser, service.origin, {});
    const tabTo = async (text: RegExp): Promise<void> => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab');
        const [name, outline] = await page.evaluate<[string, string]>(`(({ activeElement }) => [
          activeElement.getAttribute('aria-label') ?? activeElement.textContent.trim(),
          getComputedStyle(activeElement).outlineStyle,
        ])(document)`);
        if (!text.test(name)) continue;
        expect([name, outline]).toEqual([name, 'solid']);
        return;
      }
      throw new Error(`Tab does not reach ${text}`);
    };
    await tabTo(/^Authorize$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'API key' }).waitFor();
    await tabTo(/^auth-bearer-value$/);
    await page.keyboard.type(service.apiKey);
    await page.keyboard.press('Enter');
    await tabTo(/^Close$/);
    await page.keyboard.press('Enter');
    await tabTo(/^POST/);
    await page.keyboard.press('Enter');
    await page.locator('textarea', { hasText: 'Rex' }).waitFor();
    await tabTo(/^Execute$/);
    await page.keyboard.press('Enter');
    const shown = page.locator('.live-responses-table tbody .response-col_status');
    expect(await shown.textContent()).toBe('201');
    await page.close();
  });

  it.each([
    ['light', 1280],
    ['light', 400],
    ['dark', 1280],
    ['dark', 400],
  ] as const)('axe-core finds no fault in %s, %i pixels wide, with everything unfolded', async (colorScheme, width) => {
    const options = { width, colorScheme, fragment: `#key=${service.apiKey}` };
    const { page, execute } = await openDocs(browser, service.origin, options);
    for (const operation of ['listPets', 'addPet', 'getPet']) await execute(operation);
    for (const opened of ['the page', 'the dialog']) {
      if (opened === 'the dialog') await page.getByRole('button', { name: 'Authorize' }).click();
      // A colour that is still changing has less contrast.
      await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
      const found = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
        `${axe}; axe.run(document)`,
      );
      expect(found.violations.map(({ id, nodes }) => [opened, id, nodes[0]?.html])).toEqual([]);
    }
    // Nothing is wider than the window.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await page.close();
  });
};

describeNeeding(needsChromium, 'the documentation page in Chromium', describePage, { timeout: 120_000 });
