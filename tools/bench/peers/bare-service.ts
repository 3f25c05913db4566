// The service's HTTP API and repositories without the rest of its process: no log, no metrics, and a plain API key
// repository in memory instead of a cache. COUNT animals are added before it listens.
import { hash } from 'node:crypto';
import { ApiKey, type Clock, type Instant } from '@animal-store/access';
import { createHttpApi, createHttpServer } from '@animal-store/adapter-http-koa';
import { createMemoryPetRepository } from '@animal-store/adapter-memory';
import { connectMongo } from '@animal-store/adapter-mongodb';
import { connectPostgres } from '@animal-store/adapter-postgres';
import { createAnimalStore, decodeNewPet, type PetRepository } from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { sampleAnimal } from '../operations.ts';
import { announce } from './peer.ts';

const { API_KEY = '', COUNT, MONGODB_URI, POSTGRES_URI } = process.env;

const expectRight = <A>(outcome: E.Either<unknown, A>): A =>
  E.getOrElse((left): A => {
    throw new Error(JSON.stringify(left));
  })(outcome);

const openPets = async (): Promise<PetRepository> => {
  if (MONGODB_URI !== undefined) return expectRight(await connectMongo(MONGODB_URI)()).pets;
  if (POSTGRES_URI !== undefined) return expectRight(await connectPostgres(POSTGRES_URI)()).pets;
  return createMemoryPetRepository({ maxBytes: 2 ** 31 });
};

const pets = await openPets();
for (let index = 0; index < Number(COUNT ?? 0); index++) {
  expectRight(await pets.add(expectRight(decodeNewPet(sampleAnimal(index))))());
}

const digest = hash('sha256', API_KEY, 'hex');
const apiKey = expectRight(ApiKey.decode({ id: 'benchaaa', label: 'bench', digest, created: 0 }));
const isValid = (credential: string): boolean => hash('sha256', credential, 'hex') === digest;
const clock: Clock = { now: () => Date.now() as Instant };
const api = createHttpApi(
  {
    store: createAnimalStore({ pets }),
    authenticate: (credential) =>
      isValid(credential) ? TE.right(apiKey) : TE.left({ _tag: 'Unauthenticated', reason: 'unknown' }),
    recognize: (credential) => (isValid(credential) ? { apiKey, isCurrent: true } : undefined),
    clock,
    isReady: () => Promise.resolve(true),
    report: F.constVoid,
  },
  { base: '/v1', getPetAfterSunset: 'serve' },
);
const { port } = await createHttpServer(api, { onError: F.constVoid, onRefusedMessage: F.constVoid }).listen(
  0,
  '127.0.0.1',
);
announce(`http://127.0.0.1:${port}`);
