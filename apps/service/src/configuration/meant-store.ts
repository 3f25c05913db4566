import { either as E } from 'fp-ts';
import { anyOf } from '../any-of.ts';
import type { InvalidConfiguration } from '../errors.ts';
import { lookAlikes, lookAlikeText } from './look-alikes.ts';
import { fileVariable, type Texts } from './secret-files.ts';
import { variables } from './variable-descriptions.ts';
import { type Configuration, storeVariables } from './variables.ts';

const ofStores: readonly string[] = variables
  .map(({ name }) => name)
  .filter((name) => storeVariables.some((store) => name === store || name === fileVariable(store)));

const namesIn = (environment: Texts): readonly string[] =>
  Object.keys(environment).filter((name) => environment[name] !== undefined);

const emptyIn = (environment: Texts): readonly string[] => ofStores.filter((name) => environment[name] === '');

const noStore =
  `no store is chosen: set ${anyOf(storeVariables)}, or STORE=memory, which keeps the animals in memory until the ` +
  'process ends';

/**
 * Refuses a store in memory that may not be meant. With `NODE_ENV=production` it must be asked for by `STORE=memory`, and
 * a variable that chooses a durable store must not be empty or, with the store in memory, misspelt. Elsewhere, memory is the
 * store if there is no other.
 */
export const requireMeantStore =
  (environment: Texts) =>
  ({ STORE, store }: Configuration): E.Either<InvalidConfiguration, void> => {
    if (environment['NODE_ENV'] !== 'production') return E.right(undefined);
    const empty = emptyIn(environment).map((name) => `${name} is empty: set it to the store, or remove it`);
    const misspelt =
      store === undefined ? lookAlikes(namesIn(environment), [...ofStores, 'STORE']).map(lookAlikeText) : [];
    const doubtful = empty.length > 0 ? empty : misspelt;
    const isChosen = STORE !== undefined || store !== undefined;
    const messages = doubtful.length > 0 || isChosen ? doubtful : [noStore];
    return messages.length > 0 ? E.left({ _tag: 'InvalidConfiguration', messages }) : E.right(undefined);
  };

/** What is doubtful in an environment, although the service starts with it. */
export const environmentWarnings = (environment: Texts): readonly string[] => [
  ...emptyIn(environment).map((name) => `${name} is empty, which counts as absent`),
  ...lookAlikes(
    namesIn(environment),
    variables.map(({ name }) => name),
  ).map(lookAlikeText),
];
