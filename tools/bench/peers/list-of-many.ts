// The HTTP API on the in-memory store, filled with as many animals as COUNT says. No log and no metrics: what they
// cost does not depend on the number of animals.
import { createHttpApi, createHttpServer } from '@animal-store/adapter-http-koa';
import { createMemoryPetRepository } from '@animal-store/adapter-memory';
import { ApiKey, type Clock, createAnimalStore, decodeNewPet, type Instant } from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { sampleAnimal } from '../sample-animal.ts';
import { announce } from './exchange.ts';

const expectRight = <A>(outcome: E.Either<unknown, A>): A =>
  E.getOrElse((left): A => {
    throw new Error(JSON.stringify(left));
  })(outcome);

const pets = createMemoryPetRepository();
for (let index = 0; index < Number(process.env['COUNT']); index++) {
  expectRight(await pets.add(expectRight(decodeNewPet(sampleAnimal(index))))());
}

const apiKey = expectRight(ApiKey.decode({ id: 'benchaaa', label: 'bench', digest: '0'.repeat(64), created: 0 }));
const clock: Clock = { now: () => Date.now() as Instant };
const api = createHttpApi(
  {
    store: createAnimalStore({ pets }),
    authenticate: F.constant(TE.right(apiKey)),
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
