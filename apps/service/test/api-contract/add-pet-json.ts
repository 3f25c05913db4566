import { describe, expect, it } from 'vitest';
import { expectAdded, post } from '../animals.ts';
import type { ContractApi } from '../contract-api.ts';
import { expectError } from '../expect-error.ts';

const malformed = [
  ' ',
  '\n',
  '{',
  '}',
  '{}{}',
  '{"name":"Rex","categoryId":1',
  '{"name":"Rex","categoryId":1}}',
  '{"name":"Rex","categoryId":1} x',
  '{"name":"Rex","categoryId":1},',
  '{"name":"Rex","categoryId":1,}',
  '{"name":"Rex" "categoryId":1}',
  '{"name":"Rex","categoryId" 1}',
  '{"name":"Rex","categoryId":}',
  "{'name':'Rex','categoryId':1}",
  '{name:"Rex",categoryId:1}',
  '{"name":"Rex","categoryId":1}//',
  '{"name":"Rex",/* */"categoryId":1}',
  '{"name":"Rex\n","categoryId":1}',
  '{"name":"Rex\t","categoryId":1}',
  '{"name":"\u0000","categoryId":1}',
  '{"name":"\\x41","categoryId":1}',
  '{"name":"\\u00g1","categoryId":1}',
  '{"name":"\\u12","categoryId":1}',
  '{"name":"\\","categoryId":1}',
  '{"name":"Rex,"categoryId":1}',
  '{"name":"Rex","categoryId":tru}',
  '{"name":"Rex","categoryId":1}\u0000',
  '\u0000{"name":"Rex","categoryId":1}',
  '\u000b{"name":"Rex","categoryId":1}',
  '\u00a0{"name":"Rex","categoryId":1}',
  'name=Rex&categoryId=1',
  '<pet/>',
  'undefined',
  'NaN',
  '"',
];

const notUtf8: readonly (readonly [what: string, bytes: readonly number[]])[] = [
  ['a lone continuation byte', [0x80]],
  ['0xFF', [0xff]],
  ['0xFE 0xFF', [0xfe, 0xff]],
  ['Latin-1', [0x5a, 0x6f, 0xeb]],
  ['an overlong NUL', [0xc0, 0x80]],
  ['an overlong slash', [0xe0, 0x80, 0xaf]],
  ['an encoded surrogate', [0xed, 0xa0, 0x80]],
  ['an encoded pair of surrogates', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]],
  ['a code point beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
  ['a sequence of five bytes', [0xf8, 0x88, 0x80, 0x80, 0x80]],
  ['a sequence cut short', [0xf0, 0x9f, 0x98]],
];

const around = (before: string, bytes: readonly number[], after: string): Buffer =>
  Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);

const nested = (open: string, close: string, levels: number): string =>
  `{"name":"Rex","categoryId":1,"x":${open.repeat(levels - 1)}${close.repeat(levels - 1)}}`;
const nestedObjects = (levels: number): string => nested('{"x":', '}', levels).replace('{"x":}', '{}');

/** The text of a body: JSON in UTF-8, nested at most 32 deep. */
export const describeAddPetJson = (api: ContractApi): void => {
  const refused = async (body: string | Uint8Array): Promise<string> =>
    expectError(await post(api, body), 400, 'invalid_request');

  describe('JSON of POST /v1/pets', () => {
    it.each(malformed.map((body) => [JSON.stringify(body), body]))('refuses %s', async (_, body) => {
      await refused(body);
    });

    it.each(notUtf8)('refuses %s, wherever it stands', async (_, bytes) => {
      await refused(around('{"name":"', bytes, '","categoryId":1}'));
      await refused(around('{"name":"Rex","categoryId":1,"', bytes, '":1}'));
      await refused(around('{"name":"Rex","categoryId":1,"x":"', bytes, '"}'));
      await refused(around('{"name":"Rex","categoryId":1}', bytes, ''));
      await refused(around('', bytes, ''));
    });

    it('refuses UTF-16 and UTF-32', async () => {
      const body = '{"name":"Rex","categoryId":1}';
      await refused(Buffer.from(body, 'utf16le'));
      await refused(Buffer.from(body, 'utf16le').swap16());
      await refused(Buffer.from([...body].flatMap((character) => [0, 0, 0, character.charCodeAt(0)])));
    });

    it.each([31, 32])('reads %i levels of nesting', async (levels) => {
      for (const body of [nested('[', ']', levels), nestedObjects(levels)]) expectAdded(await post(api, body));
    });

    it('does not take brackets inside text for nesting', async () => {
      expectAdded(await post(api, `{"name":"${'[{'.repeat(200)}","categoryId":1,"x":"\\"${'['.repeat(200)}\\\\"}`));
      expectAdded(await post(api, `{"name":"Rex","categoryId":1,"x":[${'[],{},'.repeat(200)}[]]}`));
      expectAdded(await post(api, `{"name":"Rex","categoryId":9007199254740993,"x":"\\\\\\"${'['.repeat(99)}"}`));
    });

    it.each([33, 34, 100, 3_000, 10_000])('refuses %i levels of nesting', async (levels) => {
      for (const body of [nested('[', ']', levels), nestedObjects(levels)]) await refused(body);
    });

    it('refuses them beside text with brackets that would close them', async () => {
      const closing = '"y":"]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",';
      await refused(nested('[', ']', 33).replace('{', `{${closing}`));
      await refused(nested('["]]]]]]]]]",', '1]', 33));
    });

    it.each([
      ['brackets', nested('[', ']', 30_000)],
      ['braces', nestedObjects(9_000)],
      ['brackets that are never closed', '['.repeat(60_000)],
      ['braces that are never closed', '{"x":'.repeat(12_000)],
      ['brackets beside a number that is rounded', nested('[', ']', 30_000).replace('1', '1.5')],
    ])('refuses tens of thousands of %s at once', async (_, body) => {
      const started = performance.now();
      await refused(body);
      expect(performance.now() - started).toBeLessThan(2_000);
    });

    it.each([
      ['empty objects', `{"name":"Rex","categoryId":1,"x":[${'{},'.repeat(20_000)}{}]}`],
      ['fields', `{"name":"Rex","categoryId":1${Array.from({ length: 6_000 }, (_, n) => `,"${n}":0`).join('')}}`],
      ['numbers that are rounded', `{"name":"Rex","categoryId":1,"x":[${'1.5,'.repeat(15_000)}0]}`],
      ['escapes', `{"name":"Rex","categoryId":1,"x":"${'\\u0041'.repeat(10_000)}"}`],
    ])('reads a body with thousands of %s at once', async (_, body) => {
      const started = performance.now();
      expectAdded(await post(api, body));
      expect(performance.now() - started).toBeLessThan(2_000);
    });
  });
};
