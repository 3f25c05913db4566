import { maxJsonNesting } from '@animal-store/domain';
import { contentCodings } from '../body/read-json-body.ts';
import { maxBodyBytes } from '../limits.ts';
import type { Content, RequestBody } from './open-api-document.ts';
import { schemaRef } from './schemas.ts';

/** The body of a request with the fields of an animal. */
export const petRequestBody: RequestBody = {
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
};

/** The body of a response with one animal. `example` is the name of its example. */
export const petContent = (example: string): Content => ({
  'application/json': {
    schema: schemaRef('Pet'),
    examples: { [example]: { value: { id: 1, name: 'Rex', categoryId: 1, status: 'available' } } },
  },
});
