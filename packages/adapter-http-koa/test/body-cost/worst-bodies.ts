import type { Members } from './cost.ts';

/**
 * The most expensive bodies, in the notation of `bodyOf`: those that `search.ts` has found, and those that were most
 * expensive in an earlier implementation. Add the next results of the search here.
 */
export const worstBodies: Readonly<Record<string, Members>> = {
  'distinct names, the slowest for JSON.parse': ['"#":""'],
  'distinct names with a nested array': ['"#":1', '"a":{"0#":[]}'],
  'distinct names beyond Latin-1, nested': ['"#€":{"0#":"€"}'],
  '__proto__ again and again': ['"":1.0', '"__proto__":{"0#":[-7,1]}'],
  'numbers in a field that is not read, which cost a call of a reviver each': [
    '"name":"a","categoryId":"x","a":1234567890123456,"b":[1*32700]',
  ],
  'brackets, which cost a match of a regular expression each': ['"a":[{}*21000]'],
  'the field that is read, again and again': ['"categoryId":7'],
  'the same, as escapes': ['"\\u0063ategoryI\\u0064":7', '"\\u006ea\\u006de":7', '"status":7'],
  'names that are almost read': ['"\\u0063ategoryI\\u0065":7', '"statu":1'],
  'empty names': ['"":1'],
  'numbers that are hard to round': ['"a":2.2250738585072011e-308', '"a":[9e22,1e23,5e-324]'],
  'one number of very many digits': ['"categoryId":1.^65000'],
  'zeros at the end of a number': [`"categoryId":1${'0'.repeat(65_000)}1`],
  'deep arrays': ['"a":~32000'],
  'brackets in strings': ['"a":"[[[[[[[[[[[[[[[["', '"b":"{]{]{]{]"'],
  backslashes: [`"a":"${'\\\\'.repeat(30_000)}"`],
  'quotes in strings': [`"a":"${'\\"'.repeat(30_000)}"`],
  'a string that does not end': [`"a":"${'\\"['.repeat(20_000)}`],
  'brackets that do not close': [`"a":${'['.repeat(65_000)}`],
  'a name beyond Latin-1': [`"name":"€${'a'.repeat(65_000)}"`],
};
