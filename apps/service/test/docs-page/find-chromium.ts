import { existsSync } from 'node:fs';

const isSet = (name: string): boolean => ['1', 'true'].includes(process.env[name] ?? '');

/** Where Debian and others put it; `CHROMIUM` names another place. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The program that the page is tested in; undefined where there is none. */
export const findChromium = (): string | undefined =>
  [process.env['CHROMIUM'] ?? places].flat().find((path) => existsSync(path));

/**
 * Whether a run without Chromium is a failure: in continuous integration, unless it says with `WITHOUT_CHROMIUM=1` that
 * none can be had there.
 */
export const isChromiumRequired = (): boolean =>
  isSet('REQUIRE_CHROMIUM') || (isSet('CI') && !isSet('WITHOUT_CHROMIUM'));
