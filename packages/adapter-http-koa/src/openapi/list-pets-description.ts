import { defaultPageLimit } from '@animal-store/domain';
import { errorRefs } from './error-refs.ts';
import { commonHeaders, headerRef } from './headers.ts';
import type { Operation } from './open-api-document.ts';
import { parameterRefs } from './parameters.ts';
import { schemaRef } from './schemas.ts';

/** `GET /pets`. */
export const listPetsDescription: Operation = {
  operationId: 'listPets',
  tags: ['animals'],
  summary: 'List all animals',
  description: [
    `Returns one page of animals in ascending order of their ids: ${defaultPageLimit}, unless \`limit\` says otherwise.`,
    'If there are more animals, the response has the header `Link: <…>; rel="next"`: request that URL unchanged to get ' +
      'the next page. The last page has no such link, and may be empty.',
    'An animal that exists and passes the filter during the whole traversal appears exactly once, whatever is written ' +
      'meanwhile. Other query parameters are ignored.',
  ].join('\n\n'),
  parameters: parameterRefs('Limit', 'Status', 'Cursor'),
  responses: {
    200: {
      description: 'A page of animals.',
      headers: { ...commonHeaders, Link: headerRef('NextPage') },
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
    },
    ...errorRefs('InvalidQuery'),
  },
};
