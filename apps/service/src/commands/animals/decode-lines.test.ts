import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { type DecodeLine, decodeLines, decodeNewPetLine, decodePetLine } from './decode-lines.ts';

const decode = async <A>(
  lines: readonly (string | Buffer | undefined)[],
  decodeLine: DecodeLine<A>,
): Promise<readonly unknown[]> => {
  const given = async function* () {
    for (const [index, line] of lines.entries()) {
      yield { number: index + 1, bytes: line === undefined ? undefined : Buffer.from(line as string) };
    }
  };
  const decoded: unknown[] = [];
  for await (const { number, content } of decodeLines(given(), decodeLine)) {
    decoded.push([number, E.isRight(content) ? content.right : content.left]);
  }
  return decoded;
};

const integer = 'must be an integer between -9223372036854775808 and 9223372036854775807';

it('reads animals, skips empty lines and names what is wrong by line', async () => {
  const lines = [
    '{"name":"é猫🐈","categoryId":9223372036854775807,"status":"sold","id":"ignored"}',
    '',
    ' \t',
    '{"categoryId":9007199254740993.0,"status":""}',
    '[]',
    Buffer.from([0x22, 0xe9, 0x22]),
    undefined,
  ];
  expect(await decode(lines, decodeNewPetLine)).toEqual([
    [1, { name: 'é猫🐈', categoryId: 9_223_372_036_854_775_807n, status: 'sold' }],
    [4, `name is required; categoryId ${integer}, in plain digits; status must be one of available, pending, sold`],
    [5, 'the line must be an object'],
    [6, 'the line is not UTF-8'],
    [7, 'the line is longer than 1048576 bytes'],
  ]);
});

it('requires an id that can be kept', async () => {
  const ids = ['', '"id":0,', '"id":4503599627370497,', '"id":4503599627370496,'];
  const lines = ids.map((id) => `{${id}"name":"Rex","categoryId":1}`);
  const range = 'id must be between 1 and 4503599627370496 to be kept';
  expect(await decode(lines, decodePetLine)).toEqual([
    [1, 'id is required'],
    [2, range],
    [3, range],
    [4, { id: 4_503_599_627_370_496n, name: 'Rex', categoryId: 1n }],
  ]);
});

it('says what to do with a compressed file', async () => {
  expect(await decode([Buffer.from([0x1f, 0x8b, 0x08])], decodePetLine)).toEqual([
    [1, 'the file is compressed: unpack it first, for example by gunzip -c'],
  ]);
});
