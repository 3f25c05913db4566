import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, type TestOptions } from 'vitest';

/** Something that tests need and that a machine may lack. */
export interface Need {
  /** Where the tests run, as in `not tested on MongoDB`. */
  readonly where: string;
  /** Why it is missing; undefined if it is available. */
  readonly missing: string | undefined;
  /** The variable that makes its absence a failure, like `CI`. */
  readonly requiredBy: string;
  /** The variable that allows its absence on a machine of continuous integration. */
  readonly waivedBy?: string;
}

/** Where programs are looked for. Debian keeps those of servers in a folder that is not on every path. */
export const programPath: string = `${process.env['PATH']}${delimiter}/usr/sbin`;

/** A program that a test runs if it is installed. `WITHOUT_…=1` allows a machine of continuous integration to lack it. */
export const needsProgram = (name: string): Need => {
  const isOnPath = programPath.split(delimiter).some((folder) => existsSync(join(folder, name)));
  return {
    where: `with ${name}`,
    missing: isOnPath ? undefined : `${name} is not installed`,
    requiredBy: `REQUIRE_${name.toUpperCase()}`,
    waivedBy: `WITHOUT_${name.toUpperCase()}`,
  };
};

const isSet = (name = ''): boolean => ['1', 'true'].includes(process.env[name] ?? '');

/** Throws if something is missing and required. */
export const failIfRequired = ({ where, missing, requiredBy, waivedBy }: Need): void => {
  if (missing !== undefined && (isSet(requiredBy) || (isSet('CI') && !isSet(waivedBy))))
    throw new Error(`The tests ${where} are required, but ${missing}`);
};

/** Says on standard error why tests are skipped, if they are. The last line of a run counts them. */
export const reportSkipped = ({ where, missing }: Need): void => {
  if (missing !== undefined) process.stderr.write(`\nNOT TESTED ${where.toUpperCase()}, because ${missing}\n\n`);
};

/** Describes tests that need something. If it is missing, they are skipped with a notice; if it is required, the file fails. */
export const describeNeeding = (need: Need, title: string, body: () => void, options: TestOptions = {}): void => {
  failIfRequired(need);
  reportSkipped(need);
  describe.skipIf(need.missing !== undefined)(title, options, body);
};
