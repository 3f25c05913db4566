import type { Texts } from './secret-files.ts';
import { fileVariable } from './secret-files.ts';

/** The variables that choose a durable store, each with the name of its store in a message. */
export const storeVariables = {
  SQLITE_FILE: 'the SQLite file',
  MONGODB_URI: 'MongoDB',
} as const;

/** A variable that chooses a durable store. */
export type StoreVariable = keyof typeof storeVariables;

/** The names of the variables, in the order in which they are shown. */
export const storeVariableNames: readonly StoreVariable[] = Object.keys(storeVariables) as StoreVariable[];

/** Whether a variable, or the one that names the file of its value, is set. */
export const isSet = (environment: Texts, name: string): boolean =>
  environment[name] !== undefined || environment[fileVariable(name)] !== undefined;
