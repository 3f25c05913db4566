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

const isSet = (name: string | undefined): boolean =>
  name !== undefined && ['1', 'true'].includes(process.env[name] ?? '');

const isRequired = ({ requiredBy, waivedBy }: Need): boolean => isSet(requiredBy) || (isSet('CI') && !isSet(waivedBy));

/** Throws if the tests are required and cannot run. */
export const failIfRequired = (need: Need): void => {
  if (need.missing === undefined || !isRequired(need)) return;
  throw new Error(`The tests ${need.where} are required, but ${need.missing}`);
};

/** Prints how many tests were skipped, and why. */
export const reportSkipped = ({ where, missing }: Need, tests: number): void => {
  process.stderr.write(`\nNOT TESTED ${where.toUpperCase()}: ${tests} tests were skipped, because ${missing}\n\n`);
};
