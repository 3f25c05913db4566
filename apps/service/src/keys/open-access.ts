import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { type Configuration, decodeConfiguration } from '../configuration.ts';
import { nodeKeyMaterial } from '../node-key-material.ts';
import { fileVariable } from '../secret-files.ts';
import { storeVariableNames } from '../store-variables.ts';
import { openStores } from '../stores.ts';
import { systemClock } from '../system-clock.ts';
import type { OpenAccess } from './keys-command.ts';

const noStore = `${storeVariableNames.join(' or ')} must be set: the keys are in that store. In memory, API_KEY is the only one`;

// An invalid variable that has nothing to do with the store is no reason to refuse the command.
const ofStores = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    storeVariableNames.flatMap((name) => [name, fileVariable(name)].map((each) => [each, environment[each]])),
  );

const configurationOf = (environment: NodeJS.ProcessEnv): E.Either<string, Configuration> =>
  F.pipe(
    decodeConfiguration(environment),
    E.mapLeft((sentences) => sentences.join('; ')),
    E.filterOrElse(
      (configuration) => storeVariableNames.some((name) => configuration[name] !== undefined),
      () => noStore,
    ),
  );

/** Opens the keys in the store that the environment names. */
export const openAccess = (environment: NodeJS.ProcessEnv): TE.TaskEither<string, OpenAccess> =>
  F.pipe(
    TE.fromEither(configurationOf(ofStores(environment))),
    TE.chain((configuration) => openStores(configuration)),
    TE.map(({ title, apiKeys, close }) => ({
      title,
      ports: { apiKeys, clock: systemClock, keyMaterial: nodeKeyMaterial },
      close,
    })),
  );
