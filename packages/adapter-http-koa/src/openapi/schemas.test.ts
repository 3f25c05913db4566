import { decodeNewPet } from '@animal-store/domain';
import { schemaCheck } from '@animal-store/testkit/openapi';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { createOpenApiDocument } from './create-open-api-document.ts';

const faultsOf = schemaCheck(createOpenApiDocument({ base: '/v1' }));

it.each([
  { name: 'Rex', categoryId: 7 },
  { name: '', categoryId: -7, status: 'sold' },
  { name: 'Rex' },
  { categoryId: 7 },
  { name: 1, categoryId: 7 },
  { name: 'Rex', categoryId: '7' },
  { name: 'Rex', categoryId: 7.5 },
  { name: 'Rex', categoryId: 7, status: 'lost' },
  { name: 'Rex', categoryId: 7, status: null },
  [],
])('PetInput accepts what the service accepts: %j', (body) => {
  expect(faultsOf('/components/schemas/PetInput', body).length === 0).toBe(E.isRight(decodeNewPet(body)));
});
