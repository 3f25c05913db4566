import { existsSync } from 'node:fs';
import type { Need } from '@animal-store/testkit/needs';
import { type Browser, chromium } from 'playwright-core';

/** The usual paths of Chromium, for example in Debian; `CHROMIUM` overrides them. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const program = [process.env['CHROMIUM'] ?? places].flat().find((path) => existsSync(path));

/** `WITHOUT_CHROMIUM=1` allows a machine of continuous integration to have no Chromium. */
export const needsChromium: Need = {
  where: 'in Chromium',
  missing: program === undefined ? 'there is none: install it, or name the program in CHROMIUM' : undefined,
  requiredBy: 'REQUIRE_CHROMIUM',
  waivedBy: 'WITHOUT_CHROMIUM',
};

/** Another name of this machine for Chromium. Unlike 127.0.0.1, without TLS it is not a secure context. */
export const plainHost = 'animals.test';

/** Starts a Chromium that can reach only this machine. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: program ?? '',
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      // The files of a shop come from the test itself, so for Chromium the service is in another kind of network.
      '--disable-features=LocalNetworkAccessChecks',
      `--host-resolver-rules=MAP ${plainHost} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    ],
  });
