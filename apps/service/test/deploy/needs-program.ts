import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Need } from '@animal-store/testkit/needs';

/** A program that a test runs if it is on the path. `WITHOUT_…=1` allows a machine of continuous integration to lack it. */
export const needsProgram = (name: string): Need => {
  const isOnPath = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
  return {
    where: `with ${name}`,
    missing: isOnPath ? undefined : `${name} is not installed`,
    requiredBy: `REQUIRE_${name.toUpperCase()}`,
    waivedBy: `WITHOUT_${name.toUpperCase()}`,
  };
};
