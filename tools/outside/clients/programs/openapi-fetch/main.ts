// The steps of expected.txt with openapi-fetch and the types that openapi-typescript makes.
import createClient from 'openapi-fetch';
import { exactly, readExactly } from './exact-json.ts';
import type { components, paths } from './generated.ts';

type Schemas = components['schemas'];

const client = createClient<paths>({
  baseUrl: `${process.env['API_URL']}`,
  headers: { Authorization: `Bearer ${process.env['API_KEY']}` },
});

const print = (...words: readonly unknown[]): void => void process.stdout.write(`${words.join(' ')}\n`);

const show = (verb: string, text: string | undefined): void => {
  const { id, name, categoryId, status = '-' } = readExactly<Schemas['Pet']>(text ?? '');
  print(verb, `${id} ${name} ${categoryId} ${status}`);
};

const inputs: readonly Schemas['PetInput'][] = [
  { name: 'Rex', categoryId: exactly(2n ** 63n - 1n), status: 'available' },
  { name: 'Zoë 🐈', categoryId: exactly(-(2n ** 63n)), status: 'sold' },
  { name: 'Tom', categoryId: 1 },
];
for (const body of inputs) show('added', (await client.POST('/pets', { body, parseAs: 'text' })).data);

// Every page but the last has a Link to the next one.
for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
  const query = { limit: 2, ...(cursor !== undefined && { cursor }) };
  const { data = [], response } = await client.GET('/pets', { params: { query } });
  print('page', ...data.map(({ id }) => id));
  cursor = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
}

const { data: sold = [] } = await client.GET('/pets', { params: { query: { status: 'sold' } } });
print('sold', ...sold.map(({ id }) => id));

show('fetched', (await client.GET('/pets/{petId}', { params: { path: { petId: 1 } }, parseAs: 'text' })).data);

const { error } = await client.GET('/pets/{petId}', { params: { path: { petId: 4 } } });
if (error?.code === 'not_found') print(error.status, error.code, error.message);
