import { ApiKeyLabel, authenticate, issueApiKey } from '@animal-store/access';
import { createMemoryApiKeyRepository, createMemoryPetRepository } from '@animal-store/adapter-memory';
import { createAnimalStore, defaultPageLimit, parseNewPetJson, petJson } from '@animal-store/domain';
import { either as E, function as F, type task as T, taskEither as TE } from 'fp-ts';
import { browserClock, browserKeyMaterial } from './browser-ports.ts';

const store = createAnimalStore({ pets: createMemoryPetRepository() });
const access = { apiKeys: createMemoryApiKeyRepository(), clock: browserClock, keyMaterial: browserKeyMaterial };

const addAndList = F.pipe(
  TE.fromEither(parseNewPetJson('{"name":"Rex","categoryId":9223372036854775807,"status":"available"}')),
  TE.chainW((newPet) => store.addPet(newPet)),
  TE.chainW(() => store.listPets({ limit: defaultPageLimit })),
  TE.map(({ pets }) => pets.map((pet) => `stored ${petJson(pet)}`)),
);

const issue = F.pipe(
  TE.fromEither(ApiKeyLabel.decode('a page')),
  TE.chainW((label) => issueApiKey(access)({ label })),
);

const tell = (credential: string): T.Task<string> =>
  F.pipe(
    authenticate(access)(credential),
    TE.match(
      (failure) => ('reason' in failure ? `refused: ${failure.reason}` : failure._tag),
      ({ label }) => `authenticated as ${label}`,
    ),
  );

const show = (line: string): void => document.getElementById('output')?.append(`${line}\n`);

const run = async (): Promise<void> => {
  const [added, issued] = [await addAndList(), await issue()];
  if (E.isLeft(added) || E.isLeft(issued)) return show('failed');
  const { token, apiKey } = issued.right;
  for (const line of [...added.right, `issued ${token}`, `kept only ${apiKey.digest}`]) show(line);
  for (const credential of [token, `${token}x`]) show(await tell(credential)());
};

run();
