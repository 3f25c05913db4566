// Uses openapi-fetch and the types that openapi-typescript makes.
import createClient from 'openapi-fetch';
import type { components, operations, paths } from './generated.ts';

type Schemas = components['schemas'];

// The types of TypeScript lack these parts of JSON, which keep an integer beyond 2^53 exact.
const json = JSON as unknown as {
  readonly rawJSON: (text: string) => number;
  readonly parse: (text: string, reviver: (key: string, value: unknown, at: { source: string }) => unknown) => unknown;
};
const exact = (key: string, value: unknown, { source }: { source: string }) => (key === 'categoryId' ? source : value);

const client = createClient<paths>({
  baseUrl: `${process.env['API_URL']}`,
  headers: { Authorization: `Bearer ${process.env['API_KEY']}` },
});
const print = (...words: readonly unknown[]): void => void process.stdout.write(`${words.join(' ')}\n`);

const inputs: readonly Schemas['PetInput'][] = [
  { name: 'Rex', categoryId: json.rawJSON('9223372036854775807'), status: 'available' },
  { name: 'Zoë 🐈', categoryId: json.rawJSON('-9223372036854775808') },
  { name: 'Kim', categoryId: 1, status: 'available' },
];
for (const body of inputs) {
  const { data = '' } = await client.POST('/pets', { body, parseAs: 'text' });
  const { id, name, categoryId, status = '-' } = json.parse(data, exact) as Schemas['Pet'];
  print('added', id, name, categoryId, status);
}

/** The ids on all pages. The next page has the cursor of the URL in `Link`. */
const walk = async (query: operations['listPets']['parameters']['query']): Promise<readonly number[]> => {
  const { data = [], response } = await client.GET('/pets', { params: { query: { ...query, limit: 1 } } });
  const [, link] = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '') ?? [];
  const cursor = link && new URL(link, response.url).searchParams.get('cursor');
  return [...data.map(({ id }) => id), ...(cursor ? await walk({ ...query, cursor }) : [])];
};
const status: Schemas['PetStatus'] = 'available';
print('listed', ...(await walk({})));
print('listed with the status', ...(await walk({ status: 'available' })));
print('listed with the status', ...(await walk({ status })));

const { error } = await client.GET('/pets/{petId}', { params: { path: { petId: 4 } } });
print(error?.status, error?.code, error?.message);
