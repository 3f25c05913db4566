import { maxInt64, minInt64, type NewPet, petStatuses } from '@animal-store/domain';
import { errorCodes } from '../message/error-codes.ts';
import type { Schema } from './open-api-document.ts';

// Only the descriptions have the bounds of int64. JSON.stringify cannot write them as `minimum` and `maximum`, and a tool in
// JavaScript would read 9223372036854775807 as 9223372036854775808, a bound that accepts an invalid number.
const int64 = (description: string): Schema => ({ type: 'integer', format: 'int64', description });

/** The fields of an animal without an id. */
export const newPetProperties: Readonly<Record<keyof NewPet, Schema>> = {
  name: {
    type: 'string',
    description:
      'The name of the animal: any well-formed Unicode text, including the empty text. A lone surrogate is invalid.',
    examples: ['Rex'],
  },
  categoryId: {
    ...int64(
      `Identifies the category that the animal belongs to. Any integer from ${minInt64} to ${maxInt64}, never rounded.`,
    ),
    examples: [1],
  },
  status: { $ref: '#/components/schemas/PetStatus' },
};

export type SchemaName = 'PetStatus' | 'Pet' | 'Error';

/** The schemas that operations have in common (docs/interface.md, section 2). */
export const schemas: Readonly<Record<SchemaName, Schema>> = {
  PetStatus: {
    type: 'string',
    enum: petStatuses,
    description: 'The availability of the animal. There is no default: an animal that was given no status has none.',
  },
  Pet: {
    type: 'object',
    description: 'An animal of the store. Later versions may add fields.',
    required: ['id', 'name', 'categoryId'],
    properties: {
      id: {
        ...int64(
          'Identifies the animal. The service assigns ids from 1 to 9007199254740991, which JavaScript never rounds.',
        ),
        examples: [1],
      },
      ...newPetProperties,
    },
  },
  Error: {
    type: 'object',
    description: 'The body of every error.',
    required: ['code', 'message', 'status'],
    properties: {
      code: {
        type: 'string',
        enum: Object.keys(errorCodes),
        description:
          'For programs. A code always has the same HTTP status. Later versions may add codes: treat an unknown code ' +
          'like any other error with its status.',
      },
      message: {
        type: 'string',
        description:
          'For people: names everything that is invalid at once. It never repeats the input, and its words may change.',
      },
      status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status of the response.' },
    },
  },
};

/** Refers to one of the schemas. */
export const schemaRef = (name: SchemaName): Schema => ({ $ref: `#/components/schemas/${name}` });
