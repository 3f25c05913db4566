const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;
const roundedFrom = 2n ** 53n;

/**
 * The int64 value of a JSON number, computed from its digits. Undefined if there is none, or if the value is 2^53 or
 * more and not written in plain digits.
 */
export const validateNumber = (literal: string): bigint | undefined => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(literal) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return 0n;
  const significant = digits.replace(/0+$/, '');
  const scale = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  if (scale < 0n || scale > 19n) return undefined;
  const value = BigInt(`${sign}${significant}`) * 10n ** scale;
  if (value < minInt64 || value > maxInt64) return undefined;
  const isPlain = /^-?[0-9]+$/.test(literal);
  return isPlain || (value < roundedFrom && value > -roundedFrom) ? value : undefined;
};
