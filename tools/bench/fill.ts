import type { Contender } from './comparison.ts';
import { addition } from './operations.ts';
import { ask } from './same-answers.ts';

/** How many animals every server is filled with: enough for a next page, with and without a filter. */
const animals = 100;

/** Adds the sample animals, one after another, and gives their ids. */
export const fill = async (contender: Contender): Promise<readonly number[]> => {
  const ids: number[] = [];
  for (let index = 0; index < animals; index++) {
    const answer = await ask(contender, addition(index));
    const id = /^201 \{"id":(\d+),/.exec(answer)?.[1];
    if (id === undefined) throw new Error(`${contender.name} answers with ${answer} to a new animal`);
    ids.push(Number(id));
  }
  return ids;
};
