import { defaultPageLimit } from '@animal-store/domain';
import { errorRefs } from '../error-refs.ts';
import { everyAnswerHeaders, headerRef } from '../headers.ts';
import type { Operation } from '../open-api-document.ts';
import { parameterRefs } from '../parameters.ts';
import { schemaRef } from '../schemas.ts';

/** `GET /pets`. */
export const listPetsDescription: Operation = {
  operationId: 'listPets',
  tags: ['animals'],
  summary: 'List all animals',
  description: [
    `One page of the animals in ascending order of their ids, ${defaultPageLimit} unless \`limit\` says otherwise.`,
    'Where there are more, the answer has the header `Link: <…>; rel="next"`: request what it names, as it is, to get ' +
      'the next page. The last page has no such link, and may be empty.',
    'An animal that is there during the whole walk from page to page appears in it exactly once, whatever is added ' +
      'meanwhile. Query parameters that are not named here are ignored.',
  ].join('\n\n'),
  parameters: parameterRefs('Limit', 'Status', 'Cursor', 'RequestId'),
  responses: {
    200: {
      description: 'A page of animals.',
      headers: { ...everyAnswerHeaders, Link: headerRef('NextPage') },
      content: {
        'application/json': {
          schema: { type: 'array', items: schemaRef('Pet') },
          examples: {
            animals: {
              value: [
                { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
                { id: 2, name: 'Tom', categoryId: 2 },
              ],
            },
            none: { value: [] },
          },
        },
      },
      links: {
        first: {
          operationId: 'getPet',
          parameters: { petId: '$response.body#/0/id' },
          description: 'The first animal of the page, if there is one.',
        },
      },
    },
    ...errorRefs('InvalidQuery'),
  },
};
