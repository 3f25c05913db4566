import fc from 'fast-check';

const digits = (most: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: most, size: 'max' }).map((list) => list.join(''));

const edges = [
  0n,
  1n,
  10n ** 15n,
  2n ** 31n,
  2n ** 52n,
  2n ** 53n,
  2n ** 62n,
  2n ** 63n,
  2n ** 64n,
  10n ** 18n,
  10n ** 19n,
];

const nearEdge = fc
  .tuple(fc.constantFrom(...edges), fc.integer({ min: -3, max: 3 }), fc.boolean())
  .map(([edge, offset, negative]) => (edge + BigInt(offset)) * (negative ? -1n : 1n));
const integer = fc.oneof(
  nearEdge,
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
  fc.bigInt({ min: -1000n, max: 1000n }),
);

/** An integer with its decimal point moved, and an exponent that moves it back, or is off by one. */
const moved = fc
  .tuple(integer, fc.nat({ max: 25 }), fc.integer({ min: -1, max: 1 }), fc.constantFrom('e', 'E', 'e+'))
  .map(([value, places, slip, letter]) => {
    const sign = value < 0n ? '-' : '';
    const text = String(value)
      .replace('-', '')
      .padStart(places + 1, '0');
    const whole = text.slice(0, text.length - places);
    const fraction = text.slice(text.length - places);
    const exponent = places + slip;
    const point = fraction === '' ? '' : `.${fraction}`;
    return `${sign}${whole}${point}${exponent < 0 ? 'e' : letter}${exponent}`;
  });

const decorated = fc
  .tuple(
    integer,
    fc.constantFrom('', '.0', '.000', 'e0', 'E+0', 'e-0', '.0e0', '0e-1', '000e-3', '.5', '.4', '.0000000000000001'),
  )
  .map(([value, suffix]) => `${value}${suffix}`);

const anyNumber = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits(22).map((text) => text.replace(/^0+(?=.)/, '')),
    fc.option(digits(22), { nil: undefined }),
    fc.option(fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -500, max: 500 })), { nil: undefined }),
  )
  .map(([sign, whole, fraction, exponent]) => {
    const point = fraction === undefined ? '' : `.${fraction}`;
    return `${sign}${whole}${point}${exponent === undefined ? '' : `e${exponent}`}`;
  });

/** A JSON number in any spelling, mostly near the limits of exact numbers and of 64 bits. */
export const numberLiteral: fc.Arbitrary<string> = fc.oneof(
  integer.map(String),
  integer.map(String),
  decorated,
  moved,
  anyNumber,
);
