import { maxJsonNesting } from '@animal-store/domain';
import { contentCodings, maxBodyBytes } from '../../body/read-json-body.ts';
import { errorRefs } from '../error-refs.ts';
import { commonHeaders, headerRef } from '../headers.ts';
import type { Operation } from '../open-api-document.ts';
import { parameterRefs } from '../parameters.ts';
import { schemaRef } from '../schemas.ts';

/** `POST /pets`. */
export const addPetDescription: Operation = {
  operationId: 'addPet',
  tags: ['animals'],
  summary: 'Add an animal',
  description: [
    'Adds an animal and returns it with its new id.',
    'With an `Idempotency-Key` a retry is safe: the same key with the same animal (name, category and status) adds one ' +
      'animal and always gets the same 201. The same key with another animal gets 422. Without a key, every retry adds ' +
      'another animal.',
    'The body is checked in this order: media type and coding (415), size (413), content and `Idempotency-Key` (400, ' +
      'which names everything that is invalid).',
  ].join('\n\n'),
  parameters: parameterRefs('IdempotencyKey'),
  requestBody: {
    required: true,
    description: [
      `The animal, as a JSON object in UTF-8 of at most ${maxBodyBytes} bytes, also after decompression, nested at ` +
        `most ${maxJsonNesting} levels deep.`,
      'Integers are read exactly: `1.0` and `1e2` are integers, a fraction is not. From 9007199254740992 on, an integer ' +
        'must be written in plain digits.',
      `\`Content-Encoding\` names the compression, if the body is compressed: ${contentCodings.join(', ')}.`,
    ].join('\n\n'),
    content: {
      'application/json': {
        schema: schemaRef('PetInput'),
        examples: {
          available: { value: { name: 'Rex', categoryId: 1, status: 'available' } },
          withoutStatus: { value: { name: 'Tom', categoryId: 2 } },
        },
      },
    },
  },
  responses: {
    201: {
      description: 'The animal was added, by this request or by an earlier one with the same Idempotency-Key.',
      headers: { ...commonHeaders, Location: headerRef('Location') },
      content: {
        'application/json': {
          schema: schemaRef('Pet'),
          examples: { added: { value: { id: 1, name: 'Rex', categoryId: 1, status: 'available' } } },
        },
      },
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
