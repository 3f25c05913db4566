/** Something that tests need and that a machine may lack. */
export interface Need {
  /** What the tests run on or in, as in `not tested on MongoDB`. */
  readonly where: string;
  /** Why it cannot be had; undefined where it can. */
  readonly missing: string | undefined;
  /** The variable that makes its absence a failure, as `CI` does. */
  readonly requiredBy: string;
  /** The variable that says of a machine of continuous integration that it cannot have it. */
  readonly waivedBy?: string;
}

const isSet = (name: string | undefined): boolean =>
  name !== undefined && ['1', 'true'].includes(process.env[name] ?? '');

const isRequired = ({ requiredBy, waivedBy }: Need): boolean => isSet(requiredBy) || (isSet('CI') && !isSet(waivedBy));

/** Throws where the tests must not be left out, and cannot run. */
export const failWhereRequired = (need: Need): void => {
  if (need.missing === undefined || !isRequired(need)) return;
  throw new Error(`The tests ${need.where} are required, but ${need.missing}`);
};

/** Says loudly how many tests were left out, and why. */
export const reportSkipped = ({ where, missing }: Need, tests: number): void => {
  process.stderr.write(`\nNOT TESTED ${where.toUpperCase()}: ${tests} tests were skipped, because ${missing}\n\n`);
};
