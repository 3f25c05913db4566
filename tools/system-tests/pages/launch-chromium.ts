import { type Browser, chromium } from 'playwright-core';
import { chromiumProgram } from './find-chromium.ts';

/** Another name of this machine for Chromium. Unlike 127.0.0.1, without TLS it is not a secure context. */
export const plainHost = 'animals.test';

/** Starts a Chromium that can reach only this machine. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumProgram ?? '',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // The files of a shop come from the test itself, so for Chromium the service is in another kind of network.
      '--disable-features=LocalNetworkAccessChecks',
      `--host-resolver-rules=MAP ${plainHost} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    ],
  });
