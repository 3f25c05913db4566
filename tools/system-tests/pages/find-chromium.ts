import { existsSync } from 'node:fs';
import type { Need } from '@animal-store/testkit/needs';

/** Where Debian and others put it; `CHROMIUM` names another place. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The program that the page is tested in; undefined where there is none. */
export const chromiumProgram: string | undefined = [process.env['CHROMIUM'] ?? places]
  .flat()
  .find((path) => existsSync(path));

/** `WITHOUT_CHROMIUM=1` says of a machine of continuous integration that it can have none. */
export const needsChromium: Need = {
  where: 'in Chromium',
  missing: chromiumProgram === undefined ? 'there is none: install it, or name the program in CHROMIUM' : undefined,
  requiredBy: 'REQUIRE_CHROMIUM',
  waivedBy: 'WITHOUT_CHROMIUM',
};
