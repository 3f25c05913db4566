import { setImmediate } from 'node:timers/promises';
import type { Pet } from '@animal-store/domain';

/** The JSON text of an animal. Ids are written digit by digit, for a JavaScript number would round them. */
export const petJson = ({ id, name, categoryId, status }: Pet): string => {
  const required = `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}`;
  return status === undefined ? `${required}}` : `${required},"status":"${status}"}`;
};

/** Characters of names that are written to JSON in one go, about 1 ms: more would keep other requests waiting. */
const portion = 64 * 1024;

let lastTurn: Promise<void> = Promise.resolve();

/** Waits for a turn of the event loop that no other portion has. */
const ownTurn = (): Promise<void> => {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
};

const inPortions = (pets: readonly Pet[]): readonly (readonly Pet[])[] => {
  const portions: Pet[][] = [[]];
  let characters = 0;
  for (const pet of pets) {
    characters += pet.name.length;
    if (characters > portion) {
      portions.push([]);
      characters = pet.name.length;
    }
    portions.at(-1)?.push(pet);
  }
  return portions;
};

const textOf = (pets: readonly Pet[]): string => pets.map(petJson).join(',');

/**
 * The JSON text of a list of animals. A large one, of up to 6.4 MB, is made in portions, and between them other requests
 * have their turn.
 */
export const petsJson = (pets: readonly Pet[]): string | Promise<Buffer> => {
  const portions = inPortions(pets);
  return portions.length === 1 ? `[${textOf(pets)}]` : bufferOf(portions);
};

const bufferOf = async (portions: readonly (readonly Pet[])[]): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for (const pets of portions) {
    await ownTurn();
    parts.push(Buffer.from(`${parts.length === 0 ? '[' : ','}${textOf(pets)}`));
  }
  return Buffer.concat([...parts, Buffer.from(']')]);
};
