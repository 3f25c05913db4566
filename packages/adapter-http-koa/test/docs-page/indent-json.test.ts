import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indentJson } from '../../page/indent-json.js';

it('indents a text like JSON.stringify, if that does not round', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

it.each([
  ['{"categoryId":9223372036854775807}', '{\n  "categoryId": 9223372036854775807\n}'],
  ['[-9223372036854775808,1.0,1E400]', '[\n  -9223372036854775808,\n  1.0,\n  1E400\n]'],
  ['{"__proto__":1,"a":2,"a":3,"1":4}', '{\n  "__proto__": 1,\n  "a": 2,\n  "a": 3,\n  "1": 4\n}'],
  [' [ { } , [\n] ] ', '[\n  {},\n  []\n]'],
  ['"{\\"a\\":[1,\\u00e9]}\\\\"', '"{\\"a\\":[1,\\u00e9]}\\\\"'],
  ['', ''],
])('keeps every token of %s', (json, indented) => {
  expect(indentJson(json)).toBe(indented);
});

it('keeps a text that is not JSON', () => {
  expect(indentJson('{"name": Rex').replaceAll(/\s/g, '')).toBe('{"name":Rex');
});
