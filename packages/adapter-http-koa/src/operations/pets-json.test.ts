import { type Pet, petJson } from '@animal-store/domain';
import { expect, it } from 'vitest';
import { textLengthOf } from './page-weights.ts';
import { createPetsWriter } from './pets-json.ts';

const write = createPetsWriter((pet) => ({ text: petJson(pet), bytes: Buffer.byteLength(petJson(pet)) }));
const petsJson = (pets: readonly Pet[]) => write(pets, textLengthOf(pets));

const named = (...names: readonly string[]): readonly Pet[] =>
  names.map((name, index) => ({ id: BigInt(index), name, categoryId: 1n }) as Pet);
const large = Array.from({ length: 10 }, (_, index) => `${'é'.repeat(60_000)}${index}`);
const whole = 'x'.repeat(64 * 1024);

/** The turns of the event loop that pass until the task is done. */
const turnsOf = async (task: () => unknown): Promise<number> => {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await task();
  clearImmediate(timer);
  return turns;
};

it.each([
  ['no animals', [], 0],
  ['one animal', ['Zoë'], 0],
  ['animals in their order', ['Rex', '', '"],['], 0],
  ['as many characters as one portion has', ['', whole], 0],
  ['more characters than one portion has', [whole, 'Rex', ''], 2],
  ['an animal with more characters than one portion has', [`${whole}x`, 'Rex'], 2],
  ['many large animals', large, 10],
])('writes an array of %s, each portion in a turn of its own', async (_, names, turns) => {
  const animals = named(...names);
  const json = await petsJson(animals);
  const text = `[${animals.map(petJson).join(',')}]`;
  if (Buffer.isBuffer(json)) expect(String(json)).toBe(text);
  else expect(json).toEqual({ text, bytes: Buffer.byteLength(text) });
  expect(await turnsOf(() => petsJson(animals))).toBe(turns);
  expect(await turnsOf(() => Promise.all([petsJson(animals), petsJson(animals)]))).toBe(2 * turns);
});
