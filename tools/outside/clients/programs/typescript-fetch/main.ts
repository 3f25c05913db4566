// The steps of expected.txt with the client that openapi-generator makes for fetch.
import { exactly, readExactly } from '../exact-json.ts';
import {
  AnimalsApi,
  Configuration,
  ModelErrorFromJSON,
  type Pet,
  PetStatus,
  ResponseError,
} from './generated/index.js';

const animals = new AnimalsApi(
  new Configuration({ basePath: process.env['API_URL'] ?? '', accessToken: process.env['API_KEY'] ?? '' }),
);

const print = (...words: readonly unknown[]): void => void process.stdout.write(`${words.join(' ')}\n`);

const show = async (verb: string, { raw }: { readonly raw: Response }): Promise<void> => {
  const { id, name, categoryId, status = '-' } = readExactly<Pet>(await raw.text());
  print(verb, `${id} ${name} ${categoryId} ${status}`);
};

for (const petInput of [
  { name: 'Rex', categoryId: exactly(2n ** 63n - 1n), status: PetStatus.Available },
  { name: 'Zoë 🐈', categoryId: exactly(-(2n ** 63n)), status: PetStatus.Sold },
  { name: 'Tom', categoryId: 1 },
]) {
  await show('added', await animals.addPetRaw({ petInput }));
}

// Every page but the last has a Link to the next one.
for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
  const page = await animals.listPetsRaw({ limit: 2, ...(cursor !== undefined && { cursor }) });
  print('page', ...(await page.value()).map(({ id }) => id));
  cursor = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(page.raw.headers.get('Link') ?? '')?.[1];
}

print('sold', ...(await animals.listPets({ status: PetStatus.Sold })).map(({ id }) => id));

await show('fetched', await animals.getPetRaw({ petId: 1 }));

try {
  await animals.getPet({ petId: 4 });
} catch (error) {
  if (!(error instanceof ResponseError)) throw error;
  const { status, code, message } = ModelErrorFromJSON(await error.response.json());
  print(status, code, message);
}
