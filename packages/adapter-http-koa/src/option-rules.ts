/** What a port or an option must be. */
export interface Rule {
  readonly type: 'string' | 'number' | 'object' | 'function';
  /** Follows the name of the option in the error message. */
  readonly text: string;
  readonly allows: (value: unknown) => boolean;
  readonly isOptional?: true;
  /** A port without its functions has the wrong type. */
  readonly isPort?: true;
}

/** Every option has a rule: an option without one is a type error. */
export type Rules<Options> = { readonly [Name in keyof Options]-?: Rule };

export const isIntegerBetween = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

export const integer = (min: number, max: number): Rule => ({
  type: 'number',
  text: `must be an integer between ${min} and ${max}`,
  allows: (value) => isIntegerBetween(value, min, max),
});

export const oneOf = (...values: readonly string[]): Rule => ({
  type: 'string',
  text: `must be one of ${values.join(', ')}`,
  allows: (value) => values.some((allowed) => allowed === value),
});

export const optional = (rule: Rule): Rule => ({ ...rule, isOptional: true });

/**
 * Makes the check of the options of `maker`: it throws a `TypeError` or `RangeError` that names every invalid one with its
 * rule.
 */
export const validate =
  <Options>(maker: string, rules: Rules<Options>) =>
  (options: Options): void => {
    const broken = Object.entries<Rule>(rules).flatMap(([name, rule]) => {
      const value: unknown = options[name as keyof Options];
      const isValid = value === undefined ? rule.isOptional === true : typeof value === rule.type && rule.allows(value);
      return isValid
        ? []
        : [{ problem: `${name} ${rule.text}`, isTypeError: rule.isPort === true || typeof value !== rule.type }];
    });
    if (broken.length === 0) return;
    const message = `${maker}: ${broken.map(({ problem }) => problem).join('; ')}`;
    throw broken.some(({ isTypeError }) => isTypeError) ? new TypeError(message) : new RangeError(message);
  };
