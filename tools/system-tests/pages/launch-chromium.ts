import { type Browser, chromium } from 'playwright-core';
import { chromiumProgram } from './find-chromium.ts';

/** Another name of this machine for Chromium: unlike 127.0.0.1 without TLS, it is no secure context. */
export const plainHost = 'animals.test';

/** Starts a Chromium that knows this machine and no other. */
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
      `--host-resolver-rules=MAP ${plainHost} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    ],
  });
