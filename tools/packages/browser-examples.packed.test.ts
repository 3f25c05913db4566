import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { describeNeeding } from '@animal-store/testkit/needs';
import { makeApiKey, type RunningService, startService } from '@animal-store/testkit/service';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { needsChromium } from '../system-tests/pages/find-chromium.ts';
import { launchChromium } from '../system-tests/pages/launch-chromium.ts';
import { runProgram } from './run-program.ts';

const folderOf = (example: string): string => join(inject('consumer').folder, 'examples', example);

// The bundler fails if a package imports a module of Node.js.
const build = async (example: string): Promise<void> => {
  const { code, output } = await runProgram(folderOf(example), 'npm', ['run', 'build']);
  expect(code, output).toBe(0);
};

/** Starts the server of the page in front of a service, and returns the address of the page. */
const servePage = async (service: RunningService): Promise<string> => {
  const child = spawn(process.execPath, ['serve.ts'], {
    cwd: folderOf('browser-page'),
    env: { PATH: process.env['PATH'], PORT: '0', SERVICE: service.origin },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('The server of the page ended before it listened');
};

const describeExamples = (): void => {
  let browser: Browser;
  let page: Page;
  const thrown: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => void thrown.push(String(error)));
  });

  afterAll(async () => {
    await browser?.close();
    expect(thrown).toEqual([]);
  });

  const expectMessage = (text: string): Promise<void> =>
    expect.poll(() => page.locator('#message').textContent()).toBe(text);

  test('browser-page lists page by page, adds exactly, and explains errors', async () => {
    await build('browser-page');
    const service = await startService();
    onTestFinished(async () => void (await service.stop()));
    await page.goto(await servePage(service));

    const list = async (status: string): Promise<void> => {
      await page.locator('#list').getByLabel('Show').selectOption(status);
      await page.getByRole('button', { name: 'List', exact: true }).click();
    };
    const add = async (name: string, categoryId: string, status: string): Promise<void> => {
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Category').fill(categoryId);
      await page.locator('#add').getByLabel('Status').selectOption(status);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
    };

    await page.getByLabel('API key').fill(makeApiKey());
    await list('all');
    await expectMessage('The API key is not valid.');

    await page.getByLabel('API key').fill(service.apiKey);
    await add('Rex', '9223372036854775807', 'available');
    await expectMessage('Added 1: Rex, category 9223372036854775807, available.');
    await add('Rex', '9223372036854775808', 'none');
    await expectMessage('categoryId must be an int64: a bigint, or a number that is a safe integer');
    for (const name of ['Ada', 'Bo', 'Cy', 'Dot', 'Eve', 'Flo']) {
      await add(name, '-1', 'sold');
      await expect.poll(() => page.locator('#message').textContent()).toContain(name);
    }

    await list('sold');
    await expectMessage('5 on this page.');
    const nextPage = page.getByRole('button', { name: 'Next page' });
    await nextPage.click();
    await expectMessage('1 on this page.');
    expect(await page.locator('#animals li').allTextContents()).toEqual(['7: Flo, category -1, sold']);
    expect(await nextPage.isVisible()).toBe(false);
  });

  test('domain-in-browser runs a store and API keys without a server', async () => {
    await build('domain-in-browser');
    await page.goto(pathToFileURL(join(folderOf('domain-in-browser'), 'index.html')).href);
    const output = page.locator('#output');
    await expect.poll(() => output.textContent()).toContain('refused');
    const text = (await output.textContent()) ?? '';
    const [token = ''] = /ask_[a-z2-7]{8}_[a-z2-7]{52}_[0-9a-f]{8}/.exec(text) ?? [];
    expect(text.split('\n')).toEqual([
      'stored {"id":1,"name":"Rex","categoryId":9223372036854775807,"status":"available"}',
      `issued ${token}`,
      `kept only ${createHash('sha256').update(token).digest('hex')}`,
      'authenticated as a page',
      'refused: malformed',
      '',
    ]);
  });
};

describeNeeding(needsChromium, 'the examples in Chromium', describeExamples);
