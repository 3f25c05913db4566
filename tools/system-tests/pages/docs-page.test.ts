import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium, openPage } from './chromium.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const largest = '9223372036854775807';

const env = { BASE_URL: 'https://api.example.com/shop/v1', STAGING_BASE_URL: 'https://staging.example.com/v1' };

describeInChromium('the documentation page in Chromium', env, (running) => {
  /** Opens the page, and waits until it shows the operations. */
  const openDocs = async (fragment = '', options: BrowserContextOptions = {}) => {
    const { origin } = running.service;
    const { page, faults } = await openPage(running.browser, options);
    // Data URLs are the icons of the page.
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:')) faults.push(request.url());
    });
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

  it('calls the origin that it came from, whatever the addresses for clients, and shows an error unchanged', async () => {
    const { page, faults, execute } = await openDocs();
    const { url, status, body } = await execute('addPet');
    expect([url, status, JSON.parse(body ?? '')]).toEqual([
      `${running.service.origin}/v1/pets`,
      '401',
      {
        code: 'unauthorized',
        message: 'a valid API key is needed, given only once: Authorization: Bearer <API_KEY>',
        status: 401,
      },
    ]);
    expect(await page.locator('.info li').allTextContents()).toEqual([
      'openapi.json',
      'This server: https://api.example.com/shop/v1',
      'Staging: https://staging.example.com/v1',
    ]);
    expect(faults).toEqual([]);
  });

  it('takes the key from the fragment, keeps it nowhere, and shows every digit', async () => {
    const { apiKey } = running.service;
    const { page, faults, execute } = await openDocs(`#key=${apiKey}`);
    expect(await page.evaluate('[location.hash, localStorage.length, sessionStorage.length, document.cookie]')).toEqual(
      [...['', 0, 0, '']],
    );
    const pet = (name: string, id: number) => `{\n  "id": ${id},\n  "name": "${name}",\n  "categoryId": ${largest}\n}`;
    const added = await execute('addPet', { body: `{"name":"Ada","categoryId":${largest}}` });
    expect([added.status, added.body]).toEqual(['201', pet('Ada', 1)]);
    expect(added.sent).toMatchObject({ authorization: `Bearer ${apiKey}` });
    // An example of it would make a second animal the first one again.
    expect(added.sent).not.toHaveProperty('idempotency-key');
    expect((await execute('addPet', { body: `{"name":"Bo","categoryId":${largest}}` })).body).toBe(pet('Bo', 2));

    const listed = await execute('listPets', { limit: '1' });
    const { pathname, searchParams } = new URL(listed.url);
    expect([pathname, searchParams.get('limit'), listed.body]).toEqual([
      ...['/v1/pets', '1'],
      `[\n${pet('Ada', 1).replaceAll(/^/gm, '  ')}\n]`,
    ]);
    expect((await execute('getPet', { petId: '2' })).body).toBe(pet('Bo', 2));
    expect(faults).toEqual([]);
  });

  it.each(['#key=', '#key%3D', '#', '?key='])('takes a key behind %s that is pasted later', async (before) => {
    const { origin, apiKey } = running.service;
    const { page, faults, execute } = await openDocs();
    await page.goto(`${origin}/docs${before}${apiKey.replaceAll('_', '%5f')}`);
    const notice = 'The API key of the address is set. The address no longer contains it.';
    expect([await page.getByRole('status').textContent(), page.url()]).toEqual([notice, `${origin}/docs`]);
    expect((await execute('listPets')).sent).toMatchObject({ authorization: `Bearer ${apiKey}` });
    const visited = await page.evaluate<string[]>('navigation.entries().map(({ url }) => String(url))');
    expect([visited.filter((url) => url.includes('ask')), faults]).toEqual([[], []]);
  });

  it('says that a key in the address is not complete, and sends none', async () => {
    const { page, execute } = await openDocs(`#key=${running.service.apiKey.slice(0, -1)}`);
    expect(await page.getByRole('status').textContent()).toMatch(
      /^The address had no complete API key, so none is set\. /,
    );
    expect((await execute('listPets')).sent).not.toHaveProperty('authorization');
  });

  it('forgets a key that the service refuses, and says so', async () => {
    const { page, execute } = await openDocs(`#key=${running.service.apiKey.replace(/_.{8}_/, '_aaaaaaaa_')}`);
    expect((await execute('listPets')).status).toBe('401');
    const forgotten = /^The service refused the API key, so the page has forgotten it\. /;
    expect(await page.getByRole('status').textContent()).toMatch(forgotten);
    expect((await execute('listPets')).sent).not.toHaveProperty('authorization');
  });

  it('keeps its field for the key from the memory and the spelling checker of the browser', async () => {
    const { page } = await openDocs();
    await page.getByRole('button', { name: 'Authorize' }).click();
    const field = page.getByRole('textbox', { name: 'API key' });
    const attributes = ['autocomplete', 'spellcheck', 'name', 'type'].map((name) => field.getAttribute(name));
    expect(await Promise.all(attributes)).toEqual(['off', 'false', null, 'text']);
  });

  it('keeps the focus in its dialog, outlines it, and returns it to the control that opened the dialog', async () => {
    const { page } = await openDocs();
    const focused = () =>
      page.evaluate<string>(`(({ activeElement }) => [
        activeElement.getAttribute('aria-label') ?? activeElement.textContent,
        activeElement.closest('dialog') === null ? 'outside' : 'in the dialog',
        getComputedStyle(activeElement).outlineStyle,
      ].join(', '))(document)`);
    const press = async (...keys: readonly string[]) => {
      const names: string[] = [];
      for (const key of keys) {
        await page.keyboard.press(key);
        names.push(await focused());
      }
      return names;
    };
    const inDialog = (...names: readonly string[]) => names.map((name) => `${name}, in the dialog, solid`);
    const opener = page.getByRole('button', { name: 'Authorize' });
    await opener.press('Enter');
    await page.getByRole('dialog', { name: 'API key' }).waitFor();
    expect([await focused()]).toEqual(inDialog('API key'));
    expect(await press('Tab', 'Tab', 'Tab', 'Tab')).toEqual(inDialog('Authorize', 'Close', 'Close', 'API key'));
    expect(await press('Shift+Tab')).toEqual(inDialog('Close'));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await opener.and(page.locator(':focus')).count()).toBe(1);

    await page.keyboard.press('Enter');
    await page.keyboard.type(running.service.apiKey);
    // The field disappears.
    expect(await press('Enter', 'Tab', 'Tab', 'Tab')).toEqual(inDialog('Logout', 'Close', 'Close', 'Logout'));
  });

  // Each colour scheme and each width once: no rule of the page depends on both.
  it.each([
    ['light', 400],
    ['dark', 1280],
  ] as const)('axe-core finds no fault in %s, %i pixels wide, with everything unfolded', async (colorScheme, width) => {
    const viewport = { width, height: 900 };
    const { page, execute } = await openDocs(`#key=${running.service.apiKey}`, { viewport, colorScheme });
    for (const operation of ['listPets', 'addPet', 'getPet']) await execute(operation);
    for (const opened of ['document', "'dialog'"]) {
      if (opened !== 'document') await page.getByRole('button', { name: 'Authorize' }).click();
      // A colour that is still changing has less contrast.
      await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
      const found = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
        `${axe}; axe.run(${opened})`,
      );
      expect(found.violations.map(({ id, nodes }) => [opened, id, nodes[0]?.html])).toEqual([]);
    }
    // Nothing is wider than the window.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});
