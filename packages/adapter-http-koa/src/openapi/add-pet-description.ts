import { newPetBody } from '../operations/new-pet-body.ts';
import { errorRefs } from './error-refs.ts';
import { commonHeaders, headerRef } from './headers.ts';
import type { Operation } from './open-api-document.ts';
import { parameterRefs } from './parameters.ts';
import { petContent } from './pet-content.ts';
import { describeRequestBody } from './request-body.ts';
import { schemaRef } from './schemas.ts';

/** `POST /pets`. */
export const addPetDescription: Operation = {
  operationId: 'addPet',
  tags: ['animals'],
  summary: 'Add an animal',
  description: [
    'Adds an animal and returns it with its new id.',
    'With an `Idempotency-Key` a retry is safe: the same key with the same animal (name, category and status) adds one ' +
      'animal and always gets the same 201. The same key with another animal gets 422. Without a key, a retry may add ' +
      'another animal.',
    'The body is checked in this order: media type and coding (415), size (413), content and `Idempotency-Key` (400, ' +
      'which names everything that is invalid).',
  ].join('\n\n'),
  parameters: parameterRefs('IdempotencyKey'),
  requestBody: describeRequestBody(newPetBody, 'The animal', {
    schema: schemaRef('PetInput'),
    examples: {
      available: { value: { name: 'Rex', categoryId: 1, status: 'available' } },
      withoutStatus: { value: { name: 'Tom', categoryId: 2 } },
    },
  }),
  responses: {
    201: {
      description: 'The animal was added, by this request or by an earlier one with the same Idempotency-Key.',
      headers: { ...commonHeaders, Location: headerRef('Location') },
      content: petContent('added'),
      links: {
        added: {
          operationId: 'getPet',
          parameters: { petId: '$response.body#/id' },
          description: 'The animal that was added.',
        },
      },
    },
    ...errorRefs('InvalidPet', 'BodyTooLarge', 'UnsupportedMediaType', 'IdempotencyKeyReused'),
  },
};
