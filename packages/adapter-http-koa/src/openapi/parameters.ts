import { defaultPageLimit, maxPageLimit, minPageLimit } from '@animal-store/domain';
import type { Parameter, Reference } from './open-api-document.ts';
import { schemaRef } from './schemas.ts';

export type ParameterName = 'Limit' | 'Status' | 'Cursor' | 'PetId' | 'IdempotencyKey';

/** The parameters of the operations. */
export const parameters: Readonly<Record<ParameterName, Parameter>> = {
  Limit: {
    name: 'limit',
    in: 'query',
    description: 'The most animals that the page contains: plain digits, at most once.',
    schema: { type: 'integer', minimum: minPageLimit, maximum: maxPageLimit, default: defaultPageLimit },
    example: 50,
  },
  Status: {
    name: 'status',
    in: 'query',
    description: 'Only animals with this status. Animals without a status match none. At most once.',
    schema: schemaRef('PetStatus'),
    example: 'available',
  },
  Cursor: {
    name: 'cursor',
    in: 'query',
    description:
      'The start of the page. Opaque: copy it, with the rest of the query, from the `Link` of the page before. It is valid ' +
      'only with the status of that link. At most once.',
    // No example: a cursor is valid only with its own status, and tools send examples one at a time.
    schema: { type: 'string' },
  },
  PetId: {
    name: 'petId',
    in: 'path',
    required: true,
    description:
      'The id of the animal, in its shortest decimal form. Another form (`007`, `+7`, `%37`) and a value that is not an ' +
      'int64 get 404.',
    schema: { type: 'integer', format: 'int64' },
    example: 1,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a retry of this request safe: 1 to 255 visible ASCII characters, bare or as a quoted string in which `"` and ' +
      '`\\` are escaped by `\\`. The same characters, bare or quoted, are the same key. Its scope is the API key. It does ' +
      'not expire unless the operator limits how long keys are kept.',
    schema: { type: 'string', pattern: '^(?:[!#-~][!-~]{0,254}|"(?:[!#-\\[\\]-~]|\\\\["\\\\]){1,255}")$' },
    example: '5f0e2a9c-7f0b-4a52-a4de-3d4c2b8fb7d5',
  },
};

/** References to the parameters of these names. */
export const parameterRefs = (...names: readonly ParameterName[]): readonly Reference[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
