import { either as E, function as F } from 'fp-ts';
import { decodeConfiguration } from '../configuration/configuration.ts';
import { requireMeantStore } from '../configuration/meant-store.ts';
import type { Configuration } from '../configuration/variables.ts';
import type { InvalidConfiguration } from '../errors.ts';

/** Reads the configuration of a service; in production, its store must be meant. */
export const decodeServiceConfiguration = (
  environment: NodeJS.ProcessEnv,
): E.Either<InvalidConfiguration, Configuration> =>
  F.pipe(decodeConfiguration(environment), E.chainFirst(requireMeantStore(environment)));
