import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describeNeeding } from '@animal-store/testkit/needs';
import { type RunningService, startService } from '@animal-store/testkit/service';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium, needsChromium } from './chromium.ts';
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

describeNeeding(needsChromium, 'the documentation page for everybody', describePage, { timeout: 120_000 });
