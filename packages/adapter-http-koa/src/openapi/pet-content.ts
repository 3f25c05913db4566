import type { Content } from './open-api-document.ts';
import { schemaRef } from './schemas.ts';

/** The body of a response with one animal. `example` is the name of its example. */
export const petContent = (example: string): Content => ({
  'application/json': {
    schema: schemaRef('Pet'),
    examples: { [example]: { value: { id: 1, name: 'Rex', categoryId: 1, status: 'available' } } },
  },
});
