import { startService } from '@animal-store/testkit/service/start-service';
import type { Cleanup } from '../bench/cleanup.ts';
import { needsChromium } from '../system-tests/pages/find-chromium.ts';
import { launchChromium } from '../system-tests/pages/launch-chromium.ts';
import { openDocs } from '../system-tests/pages/open-docs.ts';

const animals = [
  { name: 'Rex', categoryId: 1, status: 'available' },
  { name: 'Tom', categoryId: 2, status: 'pending' },
];

const width = 1000;

export interface Photograph {
  readonly picture: Uint8Array;
  readonly digest: string;
}

/**
 * Starts the service, lists two animals on its page `/docs` with an API key, and returns a picture of the page as WebP,
 * and the digest of its texts. Throws an Error if there is no Chromium.
 */
export const photographDocsPage = async (cleanup: Cleanup): Promise<Photograph> => {
  if (needsChromium.missing !== undefined) throw new Error(`it needs Chromium: ${needsChromium.missing}`);
  const service = await startService();
  cleanup.add(service.stop);
  const browser = await launchChromium();
  cleanup.add(() => browser.close());
  for (const animal of animals) {
    const headers = { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' };
    await fetch(`${service.baseUrl}/pets`, { method: 'POST', headers, body: JSON.stringify(animal) });
  }
  const { page, enterKey, unfold, digest } = await openDocs(browser, service.origin, { width, height: 2000 });
  const texts = await digest();
  await enterKey(service.apiKey);
  const listPets = await unfold('listPets');
  await listPets.execute();
  const shown = await listPets.element.locator('.live-responses-table .highlight-code').boundingBox();
  const height = (shown?.y ?? 0) + (shown?.height ?? 0) + 6;
  // Playwright itself writes no WebP.
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, width, height, scale: 1 };
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80, clip });
  return { picture: Buffer.from(data, 'base64'), digest: texts };
};
