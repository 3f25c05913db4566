import { maxNesting } from '../../exact-json.ts';
import { maxBodyBytes } from '../../read-json-body.ts';
import { errorRefs } from '../error-refs.ts';
import { everyAnswerHeaders, headerRef } from '../headers.ts';
import type { Operation } from '../open-api-document.ts';
import { parameterRefs } from '../parameters.ts';
import { schemaRef } from '../schemas.ts';

/** `POST /pets`. */
export const addPetDescription: Operation = {
  operationId: 'addPet',
  tags: ['animals'],
  summary: 'Add an animal',
  description: [
    'Adds an animal and answers with it, its new id included.',
    'With an `Idempotency-Key` the request is safe to repeat, whatever became of the first answer: the same key with ' +
      'the same animal (name, category and status) gives the same 201 with the same id, and there is one animal; the ' +
      'same key with another animal is a 422. Without a key every repetition adds one more animal.',
    'The body is checked in this order: its media type and coding (415), its size (413), its content and the ' +
      '`Idempotency-Key` (400, naming all that is wrong).',
  ].join('\n\n'),
  parameters: parameterRefs('IdempotencyKey', 'ContentEncoding', 'RequestId'),
  requestBody: {
    required: true,
    description: [
      `The animal, as a JSON object in UTF-8 of at most ${maxBodyBytes} bytes, also after decompression, nested at ` +
        `most ${maxNesting} levels deep.`,
      'Integers are read exactly: `1.0` and `1e2` are integers, a fraction is not, and from 9007199254740992 on an ' +
        'integer must be written in plain digits.',
    ].join('\n\n'),
    content: {
      'application/json': {
        schema: schemaRef('NewPet'),
        examples: {
          available: { value: { name: 'Rex', categoryId: 1, status: 'available' } },
          withoutStatus: { value: { name: 'Tom', categoryId: 2 } },
        },
      },
    },
  },
  responses: {
    201: {
      description: 'The animal was added, now or by an earlier request with the same Idempotency-Key.',
      headers: { ...everyAnswerHeaders, Location: headerRef('Location') },
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
