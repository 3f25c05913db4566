import { either as E, function as F } from 'fp-ts';
import { decodeConfiguration } from './configuration.ts';

/** Reads MONGODB_URI, or the file that MONGODB_URI_FILE names, for a command that needs MongoDB; `why` says what for. */
export const mongodbUri = (environment: NodeJS.ProcessEnv, why: string): E.Either<string, string> =>
  F.pipe(
    decodeConfiguration({
      MONGODB_URI: environment['MONGODB_URI'],
      MONGODB_URI_FILE: environment['MONGODB_URI_FILE'],
    }),
    E.mapLeft((sentences) => sentences.join('; ')),
    E.chain(({ MONGODB_URI }) => E.fromNullable(`MONGODB_URI must be set: ${why}`)(MONGODB_URI)),
  );
