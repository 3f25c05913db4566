import { either as E, type taskEither as TE } from 'fp-ts';
import type { MongoStore } from '../../src/index.ts';
import { digest, newPet, petId } from './samples.ts';

/** What a question came to, and after how many milliseconds. */
export interface Answer {
  readonly question: string;
  /** `answered`, or the tag of the failure. */
  readonly answer: string;
  readonly milliseconds: number;
}

/** No question may take longer, whatever happens: the limit of the adapter, and half a second for a busy machine. */
export const answerBound = 5000;

const ask = async (question: string, task: TE.TaskEither<{ readonly _tag: string }, unknown>): Promise<Answer> => {
  const start = performance.now();
  const outcome = await task();
  return {
    question,
    answer: E.isRight(outcome) ? 'answered' : outcome.left._tag,
    milliseconds: Math.round(performance.now() - start),
  };
};

const read = ({ pets, apiKeys }: MongoStore): readonly Promise<Answer>[] => [
  ask('list', pets.list({ limit: 21 })),
  ask('find', pets.find(petId(1n))),
  ask('findByDigest', apiKeys.findByDigest(digest('0'.repeat(64)))),
];

/** Puts every kind of question at once, and adds two animals, which are one command. */
export const askAll = (store: MongoStore): Promise<readonly Answer[]> =>
  Promise.all([
    ...read(store),
    ...['Asked', 'Asked too'].map((name) => ask('add', store.pets.add(newPet({ name, categoryId: 1n })))),
  ]);

/** Reads again and again until `enough` says so. */
export const keepReading = async (store: MongoStore, enough: () => boolean): Promise<readonly Answer[]> => {
  const answers: Answer[] = [];
  while (!enough()) answers.push(...(await Promise.all(read(store))));
  return answers;
};
