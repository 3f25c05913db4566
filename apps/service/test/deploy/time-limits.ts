import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';

const textOf = (path: string): string => readFileSync(projectFile(path), 'utf8');

/** The number that a pattern finds in a file. */
export const numberIn = (path: string, pattern: RegExp): number => {
  const [, digits] = pattern.exec(textOf(path)) ?? [];
  if (digits === undefined) throw new Error(`${path} does not contain ${pattern}`);
  return Number(digits.replaceAll('_', ''));
};

/** Time limits of a lookup of an API key and of an operation on each store, in milliseconds. */
const lookup: number = numberIn('apps/service/src/api-keys/cache-authentication.ts', /lookupTime = ([\d_]+)/);
const operations: readonly number[] = [
  numberIn('packages/adapter-mongodb/src/connect-mongo.ts', /operationTimeoutMS = ([\d_]+)/),
  numberIn('packages/adapter-postgres/src/connect-postgres.ts', /operationTimeoutMS = ([\d_]+)/),
  numberIn('packages/adapter-sqlite/src/open-sqlite.ts', /lockTimeoutMS = ([\d_]+)/),
];

/** The longest time from a complete request to its response, in milliseconds. */
export const longestResponse: number = lookup + Math.max(...operations);
