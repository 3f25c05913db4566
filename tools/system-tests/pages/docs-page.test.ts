import { readFile } from 'node:fs/promises';
import { describeNeeding } from '@animal-store/testkit/needs';
import { projectFile } from '@animal-store/testkit/project-file';
import { type RunningService, startService } from '@animal-store/testkit/service';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { needsChromium } from './find-chromium.ts';
import { launchChromium } from './launch-chromium.ts';
import { openDocs } from './open-docs.ts';

type DocsPage = Awaited<ReturnType<typeof openDocs>>;

const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

const largest = '9223372036854775807';

const describePage = (): void => {
  let browser: Browser;
  let service: RunningService;
  /** The compiled service, with another address for clients in `BASE_URL`. */
  let elsewhere: RunningService;
  // The tests share a page of each, because it takes seconds to load.
  let docs: DocsPage;
  let docsElsewhere: DocsPage;

  beforeAll(async () => {
    [service, elsewhere, browser] = await Promise.all([
      startService(),
      startService({
        form: 'built',
        env: { BASE_URL: 'https://api.example.com/shop/v1', STAGING_BASE_URL: 'https://staging.example.com/v1' },
      }),
      launchChromium(),
    ]);
    docs = await openDocs(browser, service.origin, desktop);
    docsElsewhere = await openDocs(browser, elsewhere.origin, phone);
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await Promise.all([service?.stop(), elsewhere?.stop()]);
  });

  const add = async (addPet: Awaited<ReturnType<DocsPage['unfold']>>, name: string) => {
    await addPet.fillBody(`{"name": "${name}", "categoryId": ${largest}}`);
    return addPet.execute();
  };

  it('shows the texts of its picture; npm run pictures makes that again', async () => {
    const ofPicture = await readFile(projectFile('docs/pictures/docs-page.webp.sha256'), 'utf8');
    expect(await docs.digestDownTo('listPets')).toBe(ofPicture.trim());
  });

  it('shows an error unchanged', async () => {
    const addPet = await docs.unfold('addPet');
    const withoutKey = await addPet.execute();
    expect([withoutKey.status, withoutKey.headers['www-authenticate'], JSON.parse(withoutKey.body)]).toEqual([
      '401',
      'Bearer realm="animal-store"',
      { code: 'unauthorized', message: 'a valid API key is needed: Authorization: Bearer <API_KEY>', status: 401 },
    ]);

    expect(docs.faults).toEqual([]);
  });

  it('adds, lists page by page and fetches, with a key that is entered once', async () => {
    await docs.enterKey(service.apiKey);
    const addPet = await docs.unfold('addPet');
    const added = [await add(addPet, 'Ada'), await add(addPet, 'Bo'), await add(addPet, 'Cy')];
    expect(added.map(({ status, body, headers }) => [status, headers['location'], body])).toEqual(
      ['Ada', 'Bo', 'Cy'].map((name, index) => [
        '201',
        `/v1/pets/${index + 1}`,
        `{\n  "id": ${index + 1},\n  "name": "${name}",\n  "categoryId": ${largest}\n}`,
      ]),
    );

    const listPets = await docs.unfold('listPets');
    await listPets.fill('limit', '2');
    const first = await listPets.execute();
    const [, cursor = ''] = /^<\/v1\/pets\?limit=2&cursor=(\w+)>; rel="next"$/.exec(first.headers['link'] ?? '') ?? [];
    expect(first.body.match(/"name": "\w+"/g)).toEqual(['"name": "Ada"', '"name": "Bo"']);
    await listPets.fill('cursor', cursor);
    const last = await listPets.execute();
    expect([last.status, last.headers['link'], last.body]).toEqual([
      '200',
      undefined,
      `[\n  {\n    "id": 3,\n    "name": "Cy",\n    "categoryId": ${largest}\n  }\n]`,
    ]);

    const getPet = await docs.unfold('getPet');
    await getPet.fill('petId', '2');
    const { status, body, headers } = await getPet.execute();
    expect([status, body]).toEqual(['200', `{\n  "id": 2,\n  "name": "Bo",\n  "categoryId": ${largest}\n}`]);
    expect(headers).toMatchObject({
      deprecation: '@1764892800',
      sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
      link: '</v1/pets>; rel="successor-version"',
    });

    expect(await docs.page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([
      0,
      0,
      '',
    ]);
    expect(docs.faults).toEqual([]);
  });

  it('marks the deprecated operation, and only that', async () => {
    const deprecated = docs.page.locator('[id^=operations-animals-].opblock-deprecated');
    await deprecated.first().waitFor();
    expect(await deprecated.evaluateAll((elements) => elements.map(({ id }) => id))).toEqual([
      'operations-animals-getPet',
    ]);
    const path = deprecated.locator('.opblock-summary-path__deprecated');
    const summary = deprecated.locator('.opblock-summary-description');
    expect([
      await path.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).textDecorationLine),
      await summary.evaluate(
        (element) => element.ownerDocument.defaultView?.getComputedStyle(element, '::after').content,
      ),
    ]).toEqual(['line-through', '"deprecated"']);
    const { element } = await docs.unfold('getPet');
    expect(await element.getByText('Warning: Deprecated', { exact: true }).isVisible()).toBe(true);
    expect(docs.faults).toEqual([]);
  });

  it('calls the server that it came from, with any BASE_URL', async () => {
    const { page, unfold, enterKey, faults } = docsElsewhere;
    await enterKey(elsewhere.apiKey);
    const { status, headers } = await add(await unfold('addPet'), 'Rex');
    expect(status).toBe('201');
    expect(headers['location']).toMatch(/^https:\/\/api\.example\.com\/shop\/v1\/pets\/[1-9]\d*$/);
    expect(await page.locator('.info li code:visible').allTextContents()).toEqual([
      'https://api.example.com/shop/v1',
      'https://staging.example.com/v1',
    ]);
    expect(faults).toEqual([]);
  });

  it('fits a phone, without a button over a number', async () => {
    const { page, unfold, faults } = docsElsewhere;
    const addPet = await unfold('addPet');
    const { status, body } = await add(addPet, 'Rex');
    expect([status, /"categoryId": (.*)/.exec(body)?.[1]]).toEqual(['201', largest]);

    const number = addPet.element.locator('.live-responses-table .highlight-code').getByText(largest, { exact: true });
    await number.scrollIntoViewIfNeeded();
    const visible = await number.evaluate((element) => {
      const { left, width, top, height } = element.getBoundingClientRect();
      const digits = [...(element.textContent ?? '')];
      const isOnTop = (x: number) => element.ownerDocument.elementFromPoint(x, top + height / 2) === element;
      return digits.filter((_, index) => isOnTop(left + ((index + 0.5) * width) / digits.length)).join('');
    });
    expect(visible).toBe(largest);

    for (const operation of ['listPets', 'getPet']) await (await unfold(operation)).execute();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    expect(faults).toEqual([]);
  });

  it('cannot run foreign scripts or call another host', async () => {
    await docs.page.evaluate(`new Promise((resolve) => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.isBroken = true';
      document.body.append(script);
      const style = document.createElement('style');
      style.textContent = 'body { display: none }';
      document.body.append(style);
      fetch('${elsewhere.origin}/livez').then(resolve, resolve);
    })`);
    expect(await docs.page.evaluate('globalThis.isBroken')).toBeUndefined();
    expect(docs.faults.filter((fault) => fault.startsWith('violation: ')).toSorted()).toEqual([
      `violation: connect-src ${elsewhere.origin}/livez`,
      'violation: script-src-elem inline',
      'violation: style-src-elem inline',
    ]);
  });
};

describeNeeding(needsChromium, 'the documentation page in Chromium', describePage, { timeout: 60_000 });
