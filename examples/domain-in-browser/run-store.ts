import { ApiKeyLabel, authenticate, issueApiKey } from '@animal-store/access';
import { createMemoryApiKeyRepository, createMemoryPetRepository } from '@animal-store/adapter-memory';
import { createAnimalStore, defaultPageLimit, parseNewPetJson, petJson } from '@animal-store/domain';
import { either as E, function as F, task as T, taskEither as TE } from 'fp-ts';
import { browserClock, browserKeyMaterial } from './browser-ports.ts';

const store = createAnimalStore({ pets: createMemoryPetRepository() });
const access = { apiKeys: createMemoryApiKeyRepository(), clock: browserClock, keyMaterial: browserKeyMaterial };

const addAndList = F.pipe(
  TE.fromEither(parseNewPetJson('{"name":"Rex","categoryId":9223372036854775807,"status":"available"}')),
  TE.chainW((newPet) => store.addPet(newPet)),
  TE.chainW(() => store.listPets({ limit: defaultPageLimit })),
  TE.map(({ pets }) => pets.map((pet) => `stored ${petJson(pet)}`)),
);

const tell = (credential: string): T.Task<string> =>
  F.pipe(
    authenticate(access)(credential),
    TE.match(
      (failure) => ('reason' in failure ? `refused: ${failure.reason}` : failure._tag),
      ({ label }) => `authenticated as ${label}`,
    ),
  );

const issueAndUse = F.pipe(
  TE.fromEither(ApiKeyLabel.decode('a page')),
  TE.chainW((label) => issueApiKey(access)({ label })),
  TE.chainTaskK(({ token, apiKey }) =>
    F.pipe(
      T.sequenceSeqArray([tell(token), tell(`${token}x`)]),
      T.map((outcomes) => [`issued ${token}`, `kept only ${apiKey.digest}`, ...outcomes]),
    ),
  ),
);

const show = async (): Promise<void> => {
  for (const part of [addAndList, issueAndUse]) {
    const lines = await part();
    document.getElementById('output')?.append(`${E.isRight(lines) ? lines.right.join('\n') : 'failed'}\n`);
  }
};

show();
