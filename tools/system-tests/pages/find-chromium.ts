import { existsSync } from 'node:fs';
import type { Need } from '@animal-store/testkit/needs';

/** The usual path of Chromium, for example in Debian; `CHROMIUM` overrides it. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of Chromium; undefined if it is not installed. */
export const chromiumProgram: string | undefined = [process.env['CHROMIUM'] ?? places]
  .flat()
  .find((path) => existsSync(path));

/** `WITHOUT_CHROMIUM=1` allows a machine of continuous integration to have no Chromium. */
export const needsChromium: Need = {
  where: 'in Chromium',
  missing: chromiumProgram === undefined ? 'there is none: install it, or name the program in CHROMIUM' : undefined,
  requiredBy: 'REQUIRE_CHROMIUM',
  waivedBy: 'WITHOUT_CHROMIUM',
};
