import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { decodeConfiguration } from '../configuration.ts';
import { nodeKeyMaterial } from '../node-key-material.ts';
import { openMongoStores } from '../stores.ts';
import { systemClock } from '../system-clock.ts';
import type { OpenAccess } from './keys-command.ts';

const uriOf = (environment: NodeJS.ProcessEnv): E.Either<string, string> =>
  F.pipe(
    decodeConfiguration({
      MONGODB_URI: environment['MONGODB_URI'],
      MONGODB_URI_FILE: environment['MONGODB_URI_FILE'],
    }),
    E.mapLeft((sentences) => sentences.join('; ')),
    E.chain(({ MONGODB_URI }) =>
      E.fromNullable('MONGODB_URI must be set: the keys are in MongoDB. In memory, API_KEY is the only one')(
        MONGODB_URI,
      ),
    ),
  );

/** Opens the keys in the MongoDB that the environment names. */
export const openAccess = (environment: NodeJS.ProcessEnv): TE.TaskEither<string, OpenAccess> =>
  F.pipe(
    TE.fromEither(uriOf(environment)),
    TE.chain((uri) => openMongoStores(uri)),
    TE.map(({ apiKeys, close }) => ({ ports: { apiKeys, clock: systemClock, keyMaterial: nodeKeyMaterial }, close })),
  );
