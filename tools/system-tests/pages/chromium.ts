import { existsSync } from 'node:fs';
import { afterGroup } from '@animal-store/testkit/at-end';
import { describeNeeding, type Need } from '@animal-store/testkit/needs';
import { type RunningService, startService } from '@animal-store/testkit/service';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { beforeAll } from 'vitest';

/** The usual paths of Chromium, for example in Debian; `CHROMIUM` overrides them. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const program = [process.env['CHROMIUM'] ?? places].flat().find((path) => existsSync(path));

/** `WITHOUT_CHROMIUM=1` allows a machine of continuous integration to have no Chromium. */
const need: Need = {
  where: 'in Chromium',
  missing: program === undefined ? 'there is none: install it, or name the program in CHROMIUM' : undefined,
  requiredBy: 'REQUIRE_CHROMIUM',
  waivedBy: 'WITHOUT_CHROMIUM',
};

/** Another name of this machine for Chromium. Unlike 127.0.0.1, without TLS it is not a secure context. */
export const plainHost = 'animals.test';

const args = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // The files of a shop come from the test itself, so for Chromium the service is in another kind of network.
  '--disable-features=LocalNetworkAccessChecks',
  `--host-resolver-rules=MAP ${plainHost} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
];

/** Describes tests of a service with these variables in a Chromium that can reach only this machine. */
export const describeInChromium = (
  title: string,
  env: Readonly<Record<string, string>>,
  body: (running: { readonly browser: Browser; readonly service: RunningService }) => void,
): void => {
  const describeRunning = (): void => {
    const atEnd = afterGroup();
    const running = {} as { browser: Browser; service: RunningService };
    beforeAll(async () => {
      running.service = await startService(env, atEnd);
      running.browser = await chromium.launch({ executablePath: program ?? '', args });
      atEnd(() => running.browser.close());
    }, 60_000);
    body(running);
  };
  describeNeeding(need, title, describeRunning, { timeout: 120_000 });
};

/** Opens a page, and keeps what it logs as an error or throws. */
export const openPage = async (browser: Browser, options: BrowserContextOptions = {}) => {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(10_000);
  const faults: string[] = [];
  page.on('console', (message) => {
    // Chromium logs each 4xx as a failure to load.
    const isFault = message.type() === 'error' && !message.text().startsWith('Failed to load resource');
    if (isFault) faults.push(message.text());
  });
  page.on('pageerror', (error) => void faults.push(String(error)));
  return { page, faults };
};
