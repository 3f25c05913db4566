import { idSequence } from './schema.ts';

/** The rights that every user needs, by table and sequence. A start and readiness check them. */
export const neededRights: Readonly<Record<string, readonly string[]>> = {
  [idSequence]: ['USAGE', 'UPDATE'],
  animal_store: ['SELECT'],
  pets: ['SELECT', 'INSERT'],
  creations: ['SELECT', 'INSERT'],
  api_keys: ['SELECT', 'INSERT', 'UPDATE'],
};
