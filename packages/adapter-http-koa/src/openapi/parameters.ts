import { defaultPageLimit, maxPageLimit, minPageLimit, type PetId } from '@animal-store/domain';
import { encodeCursor } from '../cursor.ts';
import { contentCodings } from '../read-json-body.ts';
import type { Parameter, Reference } from './open-api-document.ts';
import { schemaRef } from './schemas.ts';

export type ParameterName =
  | 'Limit'
  | 'Status'
  | 'Cursor'
  | 'PetId'
  | 'AnyPetId'
  | 'IdempotencyKey'
  | 'ContentEncoding'
  | 'RequestId';

/** The parameters of the operations; an operation names those that it has. */
export const parameters: Readonly<Record<ParameterName, Parameter>> = {
  Limit: {
    name: 'limit',
    in: 'query',
    description: 'The most animals to be returned: plain digits, given at most once.',
    schema: { type: 'integer', minimum: minPageLimit, maximum: maxPageLimit, default: defaultPageLimit },
    example: 50,
  },
  Status: {
    name: 'status',
    in: 'query',
    description: 'Only animals of this status; those without a status match none. Given at most once.',
    schema: schemaRef('PetStatus'),
    example: 'available',
  },
  Cursor: {
    name: 'cursor',
    in: 'query',
    description:
      'Where the page begins. Opaque: take it, with the rest of its query, from the `Link` of the page before, and ' +
      'never build or change one. It belongs to the status of that link. Given at most once.',
    schema: { type: 'string' },
    // Beside the example of the status, for a tool may send all examples at once.
    example: encodeCursor(20n as PetId, 'available'),
  },
  PetId: {
    name: 'petId',
    in: 'path',
    required: true,
    description:
      'The id of the animal, in its shortest decimal form. Another form (`007`, `+7`, `%37`), and what is no int64, ' +
      'is the id of no animal: 404.',
    schema: { type: 'integer', format: 'int64' },
    example: 1,
  },
  AnyPetId: {
    name: 'petId',
    in: 'path',
    required: true,
    description: 'Whatever stands in the place of an id: it is not looked at.',
    schema: { type: 'string' },
    example: '1',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A name for this creation that makes it safe to repeat: 1 to 255 visible ASCII characters, bare or as a quoted ' +
      'string in which `"` and `\\` are escaped by `\\`. Bare and quoted, the same characters are the same key. It ' +
      'belongs to the API key that it comes with, and does not expire unless the operator limits how long keys are kept.',
    schema: { type: 'string', pattern: '^(?:[!#-~][!-~]{0,254}|"(?:[!#-\\[\\]-~]|\\\\["\\\\]){1,255}")$' },
    example: '5f0e2a9c-7f0b-4a52-a4de-3d4c2b8fb7d5',
  },
  ContentEncoding: {
    name: 'Content-Encoding',
    in: 'header',
    description: 'How the body is compressed, if it is.',
    schema: { type: 'string', enum: [...contentCodings] },
    example: 'gzip',
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'A name for this exchange, repeated in the answer and in the log. One that is not 1 to 64 of the characters ' +
      '`A-Z a-z 0-9 . _ -` is replaced, and never refused.',
    schema: { type: 'string' },
    example: 'checkout-7f3a.1',
  },
};

/** Refers to some of the parameters. */
export const parameterRefs = (...names: readonly ParameterName[]): readonly Reference[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
