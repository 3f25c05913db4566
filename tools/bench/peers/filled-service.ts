// The service's HTTP API on COUNT animals in memory, without the rest of its process.
import { hash } from 'node:crypto';
import { ApiKey, type Clock, type Instant } from '@animal-store/access';
import { createApp, createHttpServer } from '@animal-store/adapter-http-koa';
import { createMemoryPetRepository } from '@animal-store/adapter-memory';
import { createAnimalStore, decodeNewPet } from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { sampleAnimal } from '../operations.ts';
import { announce } from './peer.ts';

const { API_KEY = '', COUNT } = process.env;

const expectRight = <A>(outcome: E.Either<unknown, A>): A =>
  E.getOrElse((left): A => {
    throw new Error(JSON.stringify(left));
  })(outcome);

const pets = createMemoryPetRepository({ maxBytes: 2 ** 31 });
for (let index = 0; index < Number(COUNT); index++) {
  expectRight(await pets.add(expectRight(decodeNewPet(sampleAnimal(index))))());
}

const digest = hash('sha256', API_KEY, 'hex');
const apiKey = expectRight(ApiKey.decode({ id: 'benchaaa', label: 'bench', digest, created: 0 }));
const isValid = (credential: string): boolean => hash('sha256', credential, 'hex') === digest;
const clock: Clock = { now: () => Date.now() as Instant };
const app = createApp(
  {
    store: createAnimalStore({ pets }),
    authenticate: (credential) =>
      isValid(credential) ? TE.right(apiKey) : TE.left({ _tag: 'Unauthenticated', reason: 'unknown' }),
    clock,
    isReady: () => Promise.resolve(true),
    report: F.constVoid,
  },
  { base: '/v1', getPetAfterSunset: 'serve' },
);
const server = createHttpServer(app, { onError: F.constVoid, onRefusedMessage: F.constVoid });
const { port } = await server.listen(0, '127.0.0.1');
announce(`http://127.0.0.1:${port}`);
