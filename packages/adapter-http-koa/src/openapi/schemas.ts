import { maxInt64, minInt64, petStatuses } from '@animal-store/domain';
import { errorCodes } from './error-codes.ts';
import type { Schema } from './open-api-document.ts';

// The bounds of int64 stand in words only. As `minimum` and `maximum` no JSON.stringify can write them, and a tool in
// JavaScript would read 9223372036854775807 as 9223372036854775808: a bound that lets a wrong number pass.
const int64 = (description: string): Schema => ({
  type: 'integer',
  format: 'int64',
  description: `${description} Any integer from ${minInt64} to ${maxInt64}, never rounded.`,
});

const newPetProperties: Readonly<Record<'name' | 'categoryId' | 'status', Schema>> = {
  name: {
    type: 'string',
    description:
      'The name of the animal: any well-formed Unicode text, the empty one too. A lone surrogate is refused.',
    examples: ['Rex'],
  },
  categoryId: { ...int64('Identifies the category that the animal belongs to.'), examples: [1] },
  status: { $ref: '#/components/schemas/PetStatus' },
};

export type SchemaName = 'PetStatus' | 'NewPet' | 'Pet' | 'Error';

/** The schemas of what is sent and answered (interface specification, section 2). */
export const schemas: Readonly<Record<SchemaName, Schema>> = {
  PetStatus: {
    type: 'string',
    enum: petStatuses,
    description:
      'Whether the animal can be had. It is set when the animal is added, and nothing changes it afterwards. ' +
      'An animal that was added without a status has none; no default is invented.',
  },
  NewPet: {
    type: 'object',
    description: 'An animal to be added. Fields that are not named here, an `id` among them, are ignored.',
    required: ['name', 'categoryId'],
    properties: newPetProperties,
  },
  Pet: {
    type: 'object',
    description: 'An animal of the store. Later versions may add fields.',
    required: ['id', 'name', 'categoryId'],
    properties: {
      id: {
        ...int64('Identifies the animal. The service itself assigns ids from 1 to 9007199254740991.'),
        examples: [1],
      },
      ...newPetProperties,
    },
  },
  Error: {
    type: 'object',
    description: 'What every error has for a body.',
    required: ['code', 'message', 'status'],
    properties: {
      code: {
        type: 'string',
        enum: errorCodes,
        description:
          'For programs. A code always comes with the same HTTP status. Later versions may add codes: treat one that ' +
          'you do not know as any other error of its status.',
      },
      message: {
        type: 'string',
        description: 'For people: names all that is wrong at once, never repeats what was sent, may change its words.',
      },
      status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status of the answer.' },
    },
  },
};

/** Refers to one of the schemas. */
export const schemaRef = (name: SchemaName): Schema => ({ $ref: `#/components/schemas/${name}` });
