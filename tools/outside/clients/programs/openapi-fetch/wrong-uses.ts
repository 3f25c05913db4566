import createClient from 'openapi-fetch';
import type { components, paths } from './generated.ts';

// What the generated types forbid. This is compiled with the program, and never runs.

type Pet = components['schemas']['Pet'];

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:8080/v1' });

export const wrongUses: readonly (() => Promise<unknown>)[] = [
  // @ts-expect-error An animal has a name.
  () => client.POST('/pets', { body: { categoryId: 1 } }),
  // @ts-expect-error A category is identified by an integer.
  () => client.POST('/pets', { body: { name: 'Rex', categoryId: '1' } }),
  // @ts-expect-error There is no such status.
  () => client.POST('/pets', { body: { name: 'Rex', categoryId: 1, status: 'lost' } }),
  // @ts-expect-error A new animal comes with a body.
  () => client.POST('/pets'),
  // @ts-expect-error No list has such a status either.
  () => client.GET('/pets', { params: { query: { status: 'lost' } } }),
  // @ts-expect-error One animal is fetched by its id.
  () => client.GET('/pets/{petId}'),
  // @ts-expect-error There is no such path.
  () => client.GET('/animals'),
  // @ts-expect-error No operation has this method.
  () => client.TRACE('/pets'),
];

// @ts-expect-error Not every animal has a status.
export const status = (pet: Pet): 'available' | 'pending' | 'sold' => pet.status;
