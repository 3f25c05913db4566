import { describe, expect, it } from 'vitest';
import { expectAdded, post, walk } from '../animals.ts';
import type { ContractApi } from '../contract-api.ts';
import { expectError } from '../expect-error.ts';
import { text } from '../wire/answer.ts';

// Each categoryId as written beside the digits it is answered with.
const integers: readonly (readonly [written: string, digits: string])[] = [
  ...['0', '1', '-1', '7', '999999999999999', '1000000000000000', '-1000000000000000'].map(asIs),
  ...['9007199254740990', '9007199254740991', '9007199254740992', '9007199254740993', '9007199254740995'].map(asIs),
  ...['-9007199254740991', '-9007199254740992', '-9007199254740993', '36028797018963969'].map(asIs),
  ...['1000000000000000001', '1152921504606846977', '4611686018427387905', '9007199254740993000'].map(asIs),
  ...['9223372036854775806', '9223372036854775807', '-9223372036854775807', '-9223372036854775808'].map(asIs),
  ['-0', '0'],
  ['-0.0', '0'],
  ['0.0', '0'],
  ['0e0', '0'],
  ['0e5', '0'],
  ['0.000e-3', '0'],
  ['1.0', '1'],
  ['-1.0', '-1'],
  ['1.000000000000000000000000000000', '1'],
  ['1e0', '1'],
  ['1e2', '100'],
  ['1E2', '100'],
  ['1e+2', '100'],
  ['-1e2', '-100'],
  ['1.5e1', '15'],
  ['12.50e2', '1250'],
  ['100e-2', '1'],
  ['150e-1', '15'],
  ['1e15', '1000000000000000'],
  ['123456789012345.0', '123456789012345'],
  ['9007199254740991.0', '9007199254740991'],
  ['-9007199254740991.0', '-9007199254740991'],
  ['9.007199254740991e15', '9007199254740991'],
  ['9007199254740991000e-3', '9007199254740991'],
];

const refused = [
  '9223372036854775808',
  '-9223372036854775809',
  '9223372036854775807000',
  '18446744073709551615',
  '18446744073709551616',
  '18446744073709551617',
  '-18446744073709551615',
  '99999999999999999999999999999999999999',
  '9007199254740992.0',
  '-9007199254740992.0',
  '9007199254740993.0',
  '9223372036854775807.0',
  '9.007199254740992e15',
  '9007199254740992e0',
  '1e16',
  '1e18',
  '-1e18',
  '9.223372036854775807e18',
  '1e19',
  '1e308',
  '1e309',
  '1e400',
  '-1e400',
  '1e999999999999',
  '0.5',
  '1.5',
  '-1.5',
  '15e-2',
  '1e-1',
  '0.9999999999999999999',
  '1.0000000000000000001',
  '0.99999999999999999999999999999999',
  '1e-400',
  '-1e-400',
  '5e-324',
  '1e-999999999999',
  '9007199254740991.4',
  '9007199254740990.5',
  '-9007199254740991.4',
  '4503599627370497.5',
  '4503599627370497.3',
  '999999999999999.9999999',
  '"5"',
  '""',
  '"9007199254740993"',
  'true',
  'false',
  'null',
  '[]',
  '[5]',
  '{}',
  '{"$numberLong":"5"}',
];

const notJson = [
  '+5',
  '05',
  '-05',
  '00',
  '.5',
  '5.',
  '5.e1',
  '1e',
  '1e+',
  '0x5',
  '5n',
  '1_0',
  'NaN',
  'Infinity',
  '- 5',
  '--5',
  '５',
  'undefined',
];

const zeros = '0'.repeat(60_000);
const huge: readonly (readonly [what: string, written: string])[] = [
  ['60,000 digits', '9'.repeat(60_000)],
  ['60,000 digits after a sign', `-${'9'.repeat(60_000)}`],
  ['a one and 60,000 zeros', `1${zeros}`],
  ['60,000 digits after the point', `0.${'9'.repeat(60_000)}`],
  ['a one after 60,000 zeros', `0.${zeros}1`],
  ['an exponent of 60,000 digits', `1e${'9'.repeat(60_000)}`],
  ['a negative exponent of 60,000 digits', `1e-${'9'.repeat(60_000)}`],
  ['60,000 digits and an exponent that cuts them', `${'9'.repeat(60_000)}e-59990`],
];

function asIs(digits: string): readonly [written: string, digits: string] {
  return [digits, digits];
}

/** Integers of 64 bits: exact both ways over the whole range; what is none is refused, never rounded. */
export const describeAddPetInt64 = (api: ContractApi): void => {
  const animal = (categoryId: string): string => `{"name":"Rex","categoryId":${categoryId},"status":"sold"}`;
  const rule = 'categoryId must be an integer between -9223372036854775808 and 9223372036854775807';

  describe('categoryId of POST /v1/pets', () => {
    it.each(integers)('reads %s as %s', async (written, digits) => {
      const added = expectAdded(await post(api, animal(written)));
      expect(added.text).toBe(`{"id":${added.id},"name":"Rex","categoryId":${digits},"status":"sold"}`);
      expect(text(await api.send('GET', `/v1/pets/${added.id}`))).toBe(added.text);
    });

    it.each(refused)('refuses %s', async (written) => {
      const message = expectError(await post(api, animal(written)), 400, 'invalid_request');
      expect(message).toContain(rule);
    });

    it.each(notJson)('refuses %s, which is no JSON', async (written) => {
      expectError(await post(api, animal(written)), 400, 'invalid_request');
    });

    it.each(huge)('refuses %s at once', async (_, written) => {
      const started = performance.now();
      const message = expectError(await post(api, animal(written)), 400, 'invalid_request');
      expect(message).toContain(rule);
      expect(performance.now() - started).toBeLessThan(2_000);
    });

    it('lists the exact digits', async () => {
      const added = expectAdded(await post(api, animal('9223372036854775807')));
      expect((await walk(api, '/v1/pets?limit=100')).at(-1)?.text).toContain(added.text);
    });

    it.each([
      ['a number that is rounded comes before it', '{"x":1.5,"categoryId":9007199254740993,"name":"a"}'],
      ['a number that is rounded comes after it', '{"name":"a","categoryId":9007199254740993,"x":1e400}'],
      ['an inner field has its name', '{"name":"a","x":{"categoryId":1.5},"categoryId":9007199254740993}'],
      ['an inner field after it has its name', '{"name":"a","categoryId":9007199254740993,"x":[{"categoryId":2}]}'],
      ['its name is spelled with escapes', '{"name":"a","\\u0063ategoryId":9007199254740993}'],
    ])('stays exact when %s', async (_, body) => {
      const added = expectAdded(await post(api, body));
      expect(added.text).toBe(`{"id":${added.id},"name":"a","categoryId":9007199254740993}`);
    });

    it.each([
      ['9007199254740993', '1'],
      ['1', '9007199254740993'],
      ['1.5', '9007199254740993'],
      ['"x"', '9223372036854775807'],
    ])('never rounds or mixes repeated fields: %s, %s', async (first, last) => {
      const answer = await post(api, `{"name":"a","categoryId":${first},"categoryId":${last}}`);
      if (answer.status === 400) return;
      expect(text(answer)).toBe(`{"id":${expectAdded(answer).id},"name":"a","categoryId":${last}}`);
    });
  });
};
