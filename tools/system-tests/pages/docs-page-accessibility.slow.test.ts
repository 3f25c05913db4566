import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describeNeeding } from '@animal-store/testkit/needs';
import { type RunningService, startService } from '@animal-store/testkit/service';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { needsChromium } from './find-chromium.ts';
import { launchChromium } from './launch-chromium.ts';
import { openDocs } from './open-docs.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const describePage = (): void => {
  let browser: Browser;
  let service: RunningService;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), launchChromium()]);
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it.each([
    ['light', 1280],
    ['light', 400],
    ['dark', 1280],
    ['dark', 400],
  ] as const)(
    'has no fault that axe-core finds, in %s, %i pixels wide, with everything unfolded',
    async (scheme, width) => {
      const { page } = await openDocs(browser, service.origin, { width, height: 900 }, scheme);
      const shown = page.locator('[id^="operations-animals-"]');
      await shown.first().waitFor();
      const operations = await shown.all();
      for (const operation of operations) await operation.locator('button').first().click();
      for (const summary of await page.locator('summary').all()) await summary.click();
      for (const execute of await page.getByRole('button', { name: 'Execute' }).all()) await execute.click();
      await page
        .locator('.live-responses-table')
        .nth(operations.length - 1)
        .waitFor();
      for (const opened of ['the page', 'the dialog']) {
        if (opened === 'the dialog') await page.getByRole('button', { name: 'Authorize' }).click();
        // A colour that is still changing has less contrast.
        await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
        const found = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
          `${axe}; axe.run(document)`,
        );
        expect(found.violations.map(({ id, nodes }) => [opened, id, nodes[0]?.html])).toEqual([]);
      }
      await page.close();
    },
  );

  it('can be used by keyboard alone, with the key from the address', async () => {
    const { page } = await openDocs(
      browser,
      service.origin,
      { width: 1280, height: 900 },
      'dark',
      `#key=${service.apiKey}`,
    );
    const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()');
    const tabTo = async (text: RegExp): Promise<void> => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab');
        if (text.test(await focused())) return;
      }
      throw new Error(`Tab does not reach ${text}`);
    };
    await page.locator('.authorize.locked').waitFor();
    expect(await page.evaluate('location.hash')).toBe('');
    await tabTo(/^POST/);
    await page.keyboard.press('Enter');
    // Without the body, which the page fills in after it unfolds, Execute does nothing.
    await page.locator('textarea', { hasText: 'Rex' }).waitFor();
    await tabTo(/^Execute$/);
    await page.keyboard.press('Enter');
    const shown = page.locator('.live-responses-table tbody .response-col_status');
    await shown.waitFor();
    expect(await shown.textContent()).toBe('201');
    await page.close();
  });
};

describeNeeding(needsChromium, 'the documentation page without a mouse or good eyes', describePage, {
  timeout: 120_000,
});
