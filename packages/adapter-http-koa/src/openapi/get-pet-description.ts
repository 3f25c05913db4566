import { getPetErrorRefs, removalHeaders } from './get-pet-errors.ts';
import { commonHeaders } from './headers.ts';
import type { Operation } from './open-api-document.ts';
import { parameterRefs } from './parameters.ts';
import { petContent } from './pet-content.ts';

/** `GET /pets/{petId}`. */
export const getPetDescription = (base: string): Operation => ({
  operationId: 'getPet',
  tags: ['animals'],
  deprecated: true,
  summary: 'Get an animal',
  description: [
    'Returns one animal.',
    'Deprecated, and removed on 5 December 2030. Until then it stays as it is, from then on it returns 410. List the ' +
      'animals with a status filter instead. Every response announces this by `Deprecation`, `Sunset` and ' +
      '`Link: <…>; rel="successor-version"`.',
  ].join('\n\n'),
  parameters: parameterRefs('PetId'),
  responses: {
    200: {
      description: 'The animal.',
      headers: { ...commonHeaders, ...removalHeaders },
      content: petContent('animal'),
    },
    ...getPetErrorRefs(base),
  },
});
