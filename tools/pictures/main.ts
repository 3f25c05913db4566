// Makes the picture of the page /docs, and a digest of the texts in it:  npm run pictures
// The service lists two animals on its page with an API key.
import { writeFile } from 'node:fs/promises';
import { projectFile } from '@animal-store/testkit/project-file';
import { startService } from '@animal-store/testkit/service/start-service';
import { needsChromium } from '../system-tests/pages/find-chromium.ts';
import { launchChromium } from '../system-tests/pages/launch-chromium.ts';
import { openDocs } from '../system-tests/pages/open-docs.ts';

const file = 'docs/pictures/docs-page.webp';
const width = 1000;

const animals = [
  { name: 'Rex', categoryId: 1, status: 'available' },
  { name: 'Tom', categoryId: 2, status: 'pending' },
];

if (needsChromium.missing !== undefined) throw new Error(`it needs Chromium: ${needsChromium.missing}`);
await using stack = new AsyncDisposableStack();
const service = await startService();
stack.defer(async () => void (await service.stop()));
const browser = await launchChromium();
stack.defer(() => browser.close());

for (const animal of animals) {
  const headers = { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' };
  await fetch(`${service.baseUrl}/pets`, { method: 'POST', headers, body: JSON.stringify(animal) });
}
const { page, enterKey, unfold, digestDownTo } = await openDocs(browser, service.origin, { width, height: 2000 });
await writeFile(projectFile(`${file}.sha256`), `${await digestDownTo('listPets')}\n`);
await enterKey(service.apiKey);
const listPets = await unfold('listPets');
await listPets.execute();
const shown = await listPets.element.locator('.live-responses-table .highlight-code').boundingBox();
const height = (shown?.y ?? 0) + (shown?.height ?? 0) + 6;
// Playwright itself writes no WebP.
const session = await page.context().newCDPSession(page);
const clip = { x: 0, y: 0, width, height, scale: 1 };
const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80, clip });
await writeFile(projectFile(file), Buffer.from(data, 'base64'));
process.stdout.write(`${file}\n`);
