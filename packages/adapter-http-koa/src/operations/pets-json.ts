import { setImmediate } from 'node:timers/promises';
import { type Pet, petJson } from '@animal-store/domain';
import type { JsonText } from '../response/json-response.ts';
import { keepPetTexts } from './keep-pet-texts.ts';

/** How many characters of animals are kept as text: about 4,000 animals, at most 5 MiB. */
const keptCharacters = 512 * 1024;

/** The JSON text of an animal, kept for the next response that contains it. */
export const petText: (pet: Pet) => JsonText = keepPetTexts(petJson, keptCharacters);

/** Characters of names that are written to JSON in one portion, about 1 ms, so that other requests do not wait long. */
const portion = 64 * 1024;

let lastTurn: Promise<void> = Promise.resolve();

/** Waits for a turn of the event loop in which no other portion is written. */
const ownTurn = (): Promise<void> => {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
};

const inPortions = (pets: readonly Pet[]): readonly (readonly Pet[])[] => {
  const portions: Pet[][] = [[]];
  let characters = 0;
  for (const pet of pets) {
    characters += pet.name.length;
    if (characters > portion && portions.at(-1)?.length !== 0) {
      portions.push([]);
      characters = pet.name.length;
    }
    portions.at(-1)?.push(pet);
  }
  return portions;
};

const textOf = (pets: readonly Pet[]): JsonText => {
  // Each text is followed by a comma, except the last.
  let bytes = Math.max(0, pets.length - 1);
  const texts = pets.map((pet) => {
    const json = petText(pet);
    bytes += json.bytes;
    return json.text;
  });
  return { text: texts.join(','), bytes };
};

/**
 * The JSON text of a list of animals. A large one, of up to 6.4 MB, is written in portions, so that other requests have
 * their turn in between.
 */
export const petsJson = (pets: readonly Pet[]): JsonText | Promise<Buffer> => {
  let characters = 0;
  for (const { name } of pets) characters += name.length;
  if (characters > portion) return bufferOf(inPortions(pets));
  const { text, bytes } = textOf(pets);
  return { text: `[${text}]`, bytes: bytes + 2 };
};

const bufferOf = async (portions: readonly (readonly Pet[])[]): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for (const pets of portions) {
    await ownTurn();
    parts.push(Buffer.from(`${parts.length === 0 ? '[' : ','}${textOf(pets).text}`));
  }
  return Buffer.concat([...parts, Buffer.from(']')]);
};
