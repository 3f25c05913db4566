import { type Pet, petJson } from '@animal-store/domain';
import { describe, expect, it } from 'vitest';
import { jsonText } from '../response/json-response.ts';
import { petsJson } from './pets-json.ts';

const named = (...names: readonly string[]): readonly Pet[] =>
  names.map((name, index) => ({ id: BigInt(index), name, categoryId: 1n }) as Pet);
const large = Array.from({ length: 10 }, (_, index) => `${'é'.repeat(60_000)}${index}`);

describe('petsJson', () => {
  it.each([
    ['no animals', []],
    ['one animal', ['Zoë']],
    ['animals in their order', ['Rex', '', '"],[']],
    ['many large animals, in portions', large],
  ])('writes an array of %s', async (_, names) => {
    const animals = named(...names);
    const json = await petsJson(animals);
    const expected = jsonText(`[${animals.map(petJson).join(',')}]`);
    expect(Buffer.isBuffer(json) ? jsonText(json.toString()) : json).toEqual(expected);
  });
});
