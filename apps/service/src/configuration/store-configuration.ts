import { either as E, function as F } from 'fp-ts';
import { decodeConfiguration } from './configuration.ts';
import { fileVariable } from './secret-files.ts';
import { storeVariableNames } from './store-variables.ts';
import type { Configuration } from './variables.ts';

// An invalid variable that has nothing to do with the store is no reason to refuse the command.
const ofStores = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    storeVariableNames.flatMap((name) => [name, fileVariable(name)].map((each) => [each, environment[each]])),
  );

/** Reads which durable store a command works on; `why` says what it needs one for. The Left is a sentence. */
export const storeConfiguration = (environment: NodeJS.ProcessEnv, why: string): E.Either<string, Configuration> =>
  F.pipe(
    decodeConfiguration(ofStores(environment)),
    E.mapLeft((sentences) => sentences.join('; ')),
    E.filterOrElse(
      (configuration) => storeVariableNames.some((name) => configuration[name] !== undefined),
      () => `${storeVariableNames.join(' or ')} must be set: ${why}`,
    ),
  );
