/**
 * One member of a JSON object. In it, `#` is a number that counts up, `~500` 500 nested arrays, `^500` 500 digits, and
 * `[1*500]` an array of 500 times `1`.
 */
export const expand = (member: string, count: number): string =>
  member
    .replaceAll(
      /\[([^[\]]*)\*(\d+)\]/g,
      (_, item: string, times) => `[${Array.from({ length: Number(times) }, () => item)}]`,
    )
    .replaceAll('#', count.toString(36))
    .replaceAll(/~(\d+)/g, (_, depth) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)))
    .replaceAll(/\^(\d+)/g, (_, digits) => '7'.repeat(Number(digits)));

/**
 * The members of the most expensive bodies, in the notation of `expand`: those that a search by hill climbing has found, and
 * those that were most expensive in an earlier implementation.
 */
export const worstBodies: Readonly<Record<string, readonly string[]>> = {
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
