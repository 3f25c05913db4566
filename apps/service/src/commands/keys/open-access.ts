import { nodeKeyMaterial, systemClock } from '@animal-store/access/node';
import { function as F, taskEither as TE } from 'fp-ts';
import { chooseStore } from '../../configuration/choose-store.ts';
import { messageOf } from '../../errors.ts';
import { openChosenStore } from '../../stores/chosen-store.ts';
import type { OpenAccess } from './create-runner.ts';

/** Opens the keys in the store that the environment names. `mustExist` says whether it is refused instead of made. */
export const openAccess = (environment: NodeJS.ProcessEnv, mustExist: boolean): TE.TaskEither<string, OpenAccess> =>
  F.pipe(
    TE.fromEither(chooseStore(environment, 'the keys are in that store. The in-memory store has only API_KEY')),
    TE.chain((chosen) => TE.mapLeft(messageOf)(openChosenStore(chosen, { mustExist }))),
    TE.map(({ title, apiKeys, close }) => ({
      title,
      ports: { apiKeys, clock: systemClock, keyMaterial: nodeKeyMaterial },
      close,
    })),
  );
