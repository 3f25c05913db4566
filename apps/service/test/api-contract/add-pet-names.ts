import { describe, expect, it } from 'vitest';
import { type Animal, expectAdded, parseExact, post } from '../animals.ts';
import type { ContractApi } from '../contract-api.ts';
import { expectError } from '../expect-error.ts';
import { text } from '../wire/answer.ts';

const names = [
  '',
  ' ',
  '  padded  ',
  'Zoë',
  'Zoe\u0308',
  '猫',
  '😀👩‍👩‍👧',
  'ﷺ',
  '\u0000',
  'a\u0000b',
  '\u0001\u001f\u007f\u0080\u009f',
  '\n\r\t\b\f"\\/',
  '\u2028\u2029',
  '\ufeff',
  '\ufeffname',
  '\ufffd',
  '\ufffe\uffff',
  '\u{10ffff}',
  '\ud7ff\ue000',
  '</script><script>alert(1)</script>',
  '{{name}} #{name} %s %d \\u0041',
  '__proto__',
  'null',
  '123',
  '9007199254740993',
  '{"a":1.5}',
  '[1e400, -0]',
  '"categoryId":1.5',
  '$where',
  '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[',
  '{{{{{{{{{{{{{{{{"{{{{{{{{{{{{{{{{\\"{{{{{{{{{{{{{{{{',
  'x'.repeat(60_000),
  '😀'.repeat(15_000),
];

// Names as written in the body, for what JSON.stringify would write differently.
const spelled: readonly (readonly [literal: string, name: string])[] = [
  ['"\\u0041"', 'A'],
  ['"\\ud83d\\ude00"', '😀'],
  ['"\\uD83D\\uDE00"', '😀'],
  ['"\\/"', '/'],
  ['"\\u0000"', '\u0000'],
  ['"\\u2028"', '\u2028'],
  ['"\u2028"', '\u2028'],
  ['"\u007f"', '\u007f'],
];

const illFormed = [
  '"\\ud800"',
  '"\\udfff"',
  '"\\uDBFF"',
  '"a\\ud83d"',
  '"\\ude00\\ud83d"',
  '"\\ud83d\\ud83d\\ude00"',
  '"\\ud83dx\\ude00"',
  '"😀\\ude00"',
  '"\\ud83d\\u0000"',
];

/** Names: any well-formed text comes back as it was; text with half a surrogate pair is refused. */
export const describeAddPetNames = (api: ContractApi): void => {
  const keeps = async (literal: string, name: string): Promise<void> => {
    const added = expectAdded(await post(api, `{"name":${literal},"categoryId":1,"status":"sold"}`));
    expect(parseExact(added.text)).toEqual({ id: added.id, name, categoryId: 1n, status: 'sold' } satisfies Animal);
    expect(Object.keys(parseExact(added.text) as Animal)).toEqual(['id', 'name', 'categoryId', 'status']);
    expect(text(await api.send('GET', `/v1/pets/${added.id}`))).toBe(added.text);
  };

  describe('names of POST /v1/pets', () => {
    it.each(names.map((name) => [JSON.stringify(name).slice(0, 60), name]))('keeps %s', (_, name) =>
      keeps(JSON.stringify(name), name),
    );

    it.each(spelled)('reads %s', keeps);

    it.each(illFormed)('refuses %s', async (literal) => {
      expect(expectError(await post(api, `{"name":${literal},"categoryId":1}`), 400, 'invalid_request')).toContain(
        'name',
      );
    });

    it.each([
      ['one animal', '?limit=1'],
      ['many animals', '?limit=100'],
    ])('counts bytes, not characters, in the Content-Length of a list of %s', async (_, query) => {
      await keeps('"Zoë 猫 😀"', 'Zoë 猫 😀');
      await api.send('GET', `/v1/pets${query}`);
    });
  });
};
